import { lambda } from "#functions/lambda.ts";
import { listEntries } from "#lib/content/entries/service.ts";
import { viewEntry } from "#lib/content/entries/view.ts";
import { entries } from "./routes.ts";

export const handler = lambda(
  entries.listEntries,
  (ctx, { params, query }) => listEntries(ctx, params.storeId, query),
  ({ items, cursor }) => ({ items: items.map(viewEntry), cursor }),
);
