import { lambda } from "#functions/lambda.ts";
import { listCustomers } from "#lib/tenancy/visitors/customers.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.listCustomers, (ctx, { params, query }) =>
  listCustomers(ctx, params.storeId, query),
);
