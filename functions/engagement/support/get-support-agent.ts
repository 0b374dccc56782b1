import { lambda } from "#functions/lambda.ts";
import { getAgent } from "#lib/engagement/support/agents.ts";
import { supportAgents } from "./routes.ts";

export const handler = lambda(supportAgents.getSupportAgent, (ctx, { params }) =>
  getAgent(ctx, params.storeId, params.agentId),
);
