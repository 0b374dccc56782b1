import { lambda } from "#functions/lambda.ts";
import { listChildren } from "#lib/content/nodes/service.ts";
import { nodes } from "./routes.ts";

export const handler = lambda(nodes.listNodeChildren, (ctx, { params, query }) =>
  listChildren(ctx, params.storeId, params.nodeId, query),
);
