import { lambda } from "#functions/lambda.ts";
import { addConsent } from "#lib/tenancy/visitors/annotate-customer.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.addCustomerConsent, (ctx, { params, body }) =>
  addConsent(ctx, params.storeId, params.contactId, body),
);
