import { lambda } from "#functions/lambda.ts";
import { createAgent } from "#lib/engagement/support/agents.ts";
import { supportAgents } from "./routes.ts";

export const handler = lambda(supportAgents.createSupportAgent, (ctx, { params, body }) =>
  createAgent(ctx, params.storeId, body),
);
