import { lambda } from "#functions/lambda.ts";
import { countMoves } from "#lib/system/customers/count-moves.ts";
import { mergeCustomers } from "#lib/tenancy/visitors/merge.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.mergeCustomers, (ctx, { params, body }) =>
  mergeCustomers(ctx, params.storeId, params.contactId, body, (contact) => countMoves(ctx, contact)),
);
