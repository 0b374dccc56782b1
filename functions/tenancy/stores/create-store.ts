import { lambda } from "#core/http/lambda.ts";
import { createTenant } from "#lib/tenancy/tenants/service.ts";
import { configsOf, viewStore } from "#lib/tenancy/tenants/view.ts";
import { stores } from "./routes.ts";

export const handler = lambda(
  stores.createStore,
  (ctx, { body }) => createTenant(ctx, { ...body, configs: configsOf(body) }),
  viewStore,
);
