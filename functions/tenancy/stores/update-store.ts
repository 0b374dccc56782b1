import { lambda } from "#functions/lambda.ts";
import { updateTenant } from "#lib/tenancy/tenants/service.ts";
import { configsOf, viewStore } from "#lib/tenancy/tenants/view.ts";
import { stores } from "./routes.ts";

export const handler = lambda(
  stores.updateStore,
  (ctx, { params, body }) => updateTenant(ctx, params.storeId, { ...body, configs: configsOf(body) }),
  viewStore,
);
