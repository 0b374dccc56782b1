import { lambda } from "#functions/lambda.ts";
import { getEntry } from "#lib/content/entries/service.ts";
import { viewEntry } from "#lib/content/entries/view.ts";
import { entries } from "./routes.ts";

export const handler = lambda(
  entries.getEntry,
  (ctx, { params, query }) => getEntry(ctx, params.storeId, params.entryId, query),
  viewEntry,
);
