import { lambda } from "#functions/lambda.ts";
import { orderOwnerExists } from "#lib/commerce/orders/record.ts";
import { updateEntry } from "#lib/content/legacy-content/entries.ts";
import { businessEntries } from "./routes.ts";

export const handler = lambda(businessEntries.updateBusinessEntry, (ctx, { params, body }) =>
  updateEntry(ctx, params.businessId, params.entryId, body, orderOwnerExists),
);
