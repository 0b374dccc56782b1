import { lambda } from "#functions/lambda.ts";
import { getCustomer } from "#lib/tenancy/visitors/customers.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.getCustomer, (ctx, { params }) =>
  getCustomer(ctx, params.storeId, params.contactId),
);
