import { lambda } from "#functions/lambda.ts";
import { orderOwnerExists } from "#lib/commerce/orders/record.ts";
import { createEntry } from "#lib/content/legacy-content/entries.ts";
import { businessEntries } from "./routes.ts";

export const handler = lambda(businessEntries.createBusinessEntry, (ctx, { params, body }) =>
  createEntry(ctx, params.businessId, body, orderOwnerExists),
);
