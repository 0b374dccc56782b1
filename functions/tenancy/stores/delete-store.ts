import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteTenant } from "#lib/tenancy/tenants/delete-tenant.ts";
import { stores } from "./routes.ts";

export const handler = lambda(stores.deleteStore, async (ctx, { params }) => {
  await deleteTenant(ctx, params.storeId);
  return deletionReply("store");
});
