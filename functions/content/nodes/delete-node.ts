import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteNode } from "#lib/content/nodes/change.ts";
import { nodes } from "./routes.ts";

export const handler = lambda(nodes.deleteNode, async (ctx, { params }) => {
  await deleteNode(ctx, params.storeId, params.nodeId);
  return deletionReply("node");
});
