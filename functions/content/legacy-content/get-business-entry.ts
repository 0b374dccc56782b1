import { lambda } from "#functions/lambda.ts";
import { getEntry } from "#lib/content/legacy-content/service.ts";
import { businessEntries } from "./routes.ts";

export const handler = lambda(businessEntries.getBusinessEntry, (ctx, { params }) =>
  getEntry(ctx, params.businessId, params.entryId),
);
