import { lambda } from "#functions/lambda.ts";
import { createCustomer } from "#lib/tenancy/visitors/change-customer.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.createCustomer, (ctx, { params, body }) =>
  createCustomer(ctx, params.storeId, body),
);
