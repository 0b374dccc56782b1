import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteAgent } from "#lib/engagement/support/agents.ts";
import { supportAgents } from "./routes.ts";

export const handler = lambda(supportAgents.deleteSupportAgent, async (ctx, { params }) => {
  await deleteAgent(ctx, params.storeId, params.agentId);
  return deletionReply("support agent");
});
