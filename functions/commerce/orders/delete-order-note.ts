import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteOrderNote } from "#lib/commerce/orders/annotations.ts";
import { orders } from "./routes.ts";

export const handler = lambda(orders.deleteOrderNote, async (ctx, { params }) => {
  await deleteOrderNote(ctx, params.storeId, params.orderId, params.noteId);
  return deletionReply("note");
});
