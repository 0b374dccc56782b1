import { lambda } from "#functions/lambda.ts";
import { listAgents } from "#lib/engagement/support/agents.ts";
import { supportAgents } from "./routes.ts";

export const handler = lambda(supportAgents.listSupportAgents, (ctx, { params, query }) =>
  listAgents(ctx, params.storeId, query),
);
