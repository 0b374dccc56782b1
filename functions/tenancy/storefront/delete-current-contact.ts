import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteCurrentContact } from "#lib/tenancy/visitors/delete-contact.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.deleteCurrentContact, async (ctx, { params }) => {
  await deleteCurrentContact(ctx, params.storeId);
  return deletionReply("contact");
});
