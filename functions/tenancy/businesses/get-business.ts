import { lambda } from "#functions/lambda.ts";
import { showTenant } from "#lib/tenancy/tenants/service.ts";
import { viewBusiness } from "#lib/tenancy/tenants/view.ts";
import { businesses } from "./routes.ts";

export const handler = lambda(
  businesses.getBusiness,
  (ctx, { params }) => showTenant(ctx, params.businessId),
  viewBusiness,
);
