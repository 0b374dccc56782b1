import { lambda } from "#functions/lambda.ts";
import { showTenant } from "#lib/tenancy/tenants/service.ts";
import { viewStore } from "#lib/tenancy/tenants/view.ts";
import { stores } from "./routes.ts";

export const handler = lambda(
  stores.getStore,
  (ctx, { params }) => showTenant(ctx, params.storeId),
  viewStore,
);
