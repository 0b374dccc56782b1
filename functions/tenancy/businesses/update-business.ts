import { lambda } from "#core/http/lambda.ts";
import { updateTenant } from "#lib/tenancy/tenants/service.ts";
import { viewBusiness } from "#lib/tenancy/tenants/view.ts";
import { businesses } from "./routes.ts";

export const handler = lambda(
  businesses.updateBusiness,
  (ctx, { params, body }) => updateTenant(ctx, params.businessId, body),
  viewBusiness,
);
