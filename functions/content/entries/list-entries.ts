import { lambda } from "#core/http/lambda.ts";
import { listEntries } from "#lib/content/entries/service.ts";
import { entries } from "./routes.ts";

export const handler = lambda(entries.listEntries, (ctx, { params, query }) =>
  listEntries(ctx, params.storeId, query),
);
