import { lambda } from "#functions/lambda.ts";
import { createStore } from "#lib/system/opening/service.ts";
import { configsOf, viewStore } from "#lib/tenancy/tenants/view.ts";
import { stores } from "./routes.ts";

export const handler = lambda(
  stores.createStore,
  (ctx, { body }) => createStore(ctx, { ...body, configs: configsOf(body) }),
  viewStore,
);
