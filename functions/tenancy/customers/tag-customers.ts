import { lambda } from "#functions/lambda.ts";
import { tagCustomers } from "#lib/tenancy/visitors/annotate-customer.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.tagCustomers, (ctx, { params, body }) =>
  tagCustomers(ctx, params.storeId, body),
);
