import { lambda } from "#functions/lambda.ts";
import { listNodes } from "#lib/content/nodes/service.ts";
import { nodes } from "./routes.ts";

export const handler = lambda(nodes.listNodes, (ctx, { params, query }) =>
  listNodes(ctx, params.storeId, query),
);
