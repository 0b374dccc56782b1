import { lambda } from "#functions/lambda.ts";
import { listTenants } from "#lib/tenancy/tenants/list-tenants.ts";
import { viewStore } from "#lib/tenancy/tenants/view.ts";
import { stores } from "./routes.ts";

export const handler = lambda(
  stores.listStores,
  (ctx, { query }) =>
    listTenants(ctx, {
      ...query,
      sortField: query.sort_field ?? query.sortField,
      sortDirection: query.sort_direction ?? query.sortDirection,
    }),
  ({ items, cursor }) => ({ items: items.map(viewStore), cursor }),
);
