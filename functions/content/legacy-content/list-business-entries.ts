import { lambda } from "#functions/lambda.ts";
import { listEntries } from "#lib/content/legacy-content/service.ts";
import { businessEntries } from "./routes.ts";

export const handler = lambda(businessEntries.listBusinessEntries, (ctx, { params, query }) =>
  listEntries(ctx, params.businessId, query),
);
