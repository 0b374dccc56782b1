import { lambda } from "#functions/lambda.ts";
import { updateNode } from "#lib/content/nodes/change.ts";
import { nodes } from "./routes.ts";

export const handler = lambda(nodes.updateNode, (ctx, { params, body }) =>
  updateNode(ctx, params.storeId, params.nodeId, body),
);
