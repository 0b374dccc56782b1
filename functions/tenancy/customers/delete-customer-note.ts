import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteNote } from "#lib/tenancy/visitors/annotate-customer.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.deleteCustomerNote, async (ctx, { params }) => {
  await deleteNote(ctx, params.storeId, params.contactId, params.noteId);
  return deletionReply("note");
});
