import { lambda } from "#functions/lambda.ts";
import { addNote } from "#lib/tenancy/visitors/annotate-customer.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.addCustomerNote, (ctx, { params, body }) =>
  addNote(ctx, params.storeId, params.contactId, body.text),
);
