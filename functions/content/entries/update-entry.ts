import { lambda } from "#functions/lambda.ts";
import { updateEntry } from "#lib/content/entries/change.ts";
import { viewEntry } from "#lib/content/entries/view.ts";
import { entries } from "./routes.ts";

export const handler = lambda(
  entries.updateEntry,
  (ctx, { params, body }) => updateEntry(ctx, params.storeId, params.entryId, body),
  viewEntry,
);
