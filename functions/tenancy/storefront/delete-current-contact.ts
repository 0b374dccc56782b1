import { visitor } from "#core/context.ts";
import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteContact } from "#lib/tenancy/visitors/delete-contact.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.deleteCurrentContact, async (ctx, { params }) => {
  await deleteContact(ctx, params.storeId, visitor(ctx).id);
  return deletionReply("contact");
});
