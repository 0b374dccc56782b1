import { lambda } from "#functions/lambda.ts";
import { createEntry } from "#lib/content/entries/change.ts";
import { viewEntry } from "#lib/content/entries/view.ts";
import { entries } from "./routes.ts";

export const handler = lambda(
  entries.createEntry,
  (ctx, { params, body }) => createEntry(ctx, params.storeId, body),
  viewEntry,
);
