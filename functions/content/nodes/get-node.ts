import { lambda } from "#functions/lambda.ts";
import { getNode } from "#lib/content/nodes/service.ts";
import { nodes } from "./routes.ts";

export const handler = lambda(nodes.getNode, (ctx, { params, query }) =>
  getNode(ctx, params.storeId, params.nodeId, query),
);
