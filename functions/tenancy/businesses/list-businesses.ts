import { lambda } from "#functions/lambda.ts";
import { listTenants } from "#lib/tenancy/tenants/list-tenants.ts";
import { viewBusiness } from "#lib/tenancy/tenants/view.ts";
import { businesses } from "./routes.ts";

export const handler = lambda(
  businesses.listBusinesses,
  (ctx, { query }) => listTenants(ctx, query),
  ({ items, cursor }) => ({ items: items.map(viewBusiness), cursor }),
);
