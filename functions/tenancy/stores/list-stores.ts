import { lambda } from "#core/http/lambda.ts";
import { listTenants } from "#lib/tenancy/tenants/service.ts";
import { viewStore } from "#lib/tenancy/tenants/view.ts";
import { stores } from "./routes.ts";

export const handler = lambda(
  stores.listStores,
  (ctx, { query }) =>
    listTenants(ctx, { ...query, sortDirection: query.sort_direction ?? query.sortDirection }),
  ({ items, cursor }) => ({ items: items.map(viewStore), cursor }),
);
