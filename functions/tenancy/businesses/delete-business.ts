import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteTenant } from "#lib/tenancy/tenants/delete-tenant.ts";
import { businesses } from "./routes.ts";

export const handler = lambda(businesses.deleteBusiness, async (ctx, { params }) => {
  await deleteTenant(ctx, params.businessId);
  return deletionReply("business");
});
