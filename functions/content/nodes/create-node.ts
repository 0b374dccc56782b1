import { lambda } from "#functions/lambda.ts";
import { createNode } from "#lib/content/nodes/change.ts";
import { nodes } from "./routes.ts";

export const handler = lambda(nodes.createNode, (ctx, { params, body }) =>
  createNode(ctx, params.storeId, body),
);
