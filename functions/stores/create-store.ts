import { lambda } from "#core/http/lambda.ts";
import { createTenant } from "#lib/tenants/service.ts";
import { configsOf, viewStore } from "#lib/tenants/view.ts";
import { stores } from "./routes.ts";

export const handler = lambda(
  stores.createStore,
  (ctx, { body }) => createTenant(ctx, { ...body, configs: configsOf(body) }),
  viewStore,
);
