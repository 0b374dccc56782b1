import { lambda } from "#functions/lambda.ts";
import { updateCustomer } from "#lib/tenancy/visitors/change-customer.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.updateCustomer, (ctx, { params, body }) =>
  updateCustomer(ctx, params.storeId, params.contactId, body),
);
