import { lambda } from "#core/http/lambda.ts";
import { updateEntry } from "#lib/legacy-content/entries.ts";
import { businessEntries } from "./routes.ts";

export const handler = lambda(businessEntries.updateBusinessEntry, (ctx, { params, body }) =>
  updateEntry(ctx, params.businessId, params.entryId, body),
);
