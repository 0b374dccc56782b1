import { lambda } from "#core/http/lambda.ts";
import { createAgent } from "#lib/engagement/support/agents.ts";
import { supportAgents } from "./routes.ts";

export const handler = lambda(supportAgents.createSupportAgent, (ctx, { params, body }) =>
  createAgent(ctx, params.storeId, body),
);
