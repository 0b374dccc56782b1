import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteContact } from "#lib/tenancy/visitors/delete-contact.ts";
import { contacts } from "./routes.ts";

export const handler = lambda(contacts.deleteContact, async (ctx, { params }) => {
  await deleteContact(ctx, params.storeId, params.contactId);
  return deletionReply("contact");
});
