import { lambda } from "#functions/lambda.ts";
import { updateAgent } from "#lib/engagement/support/agents.ts";
import { supportAgents } from "./routes.ts";

export const handler = lambda(supportAgents.updateSupportAgent, (ctx, { params, body }) =>
  updateAgent(ctx, params.storeId, params.agentId, body),
);
