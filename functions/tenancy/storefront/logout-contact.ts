import { lambda } from "#functions/lambda.ts";
import { logoutContact } from "#lib/tenancy/visitors/service.ts";
import { storefrontAccount } from "./routes.ts";

export const handler = lambda(storefrontAccount.logoutContact, async (ctx, { params }) => {
  await logoutContact(ctx, params.storeId);
  return { success: true as const };
});
