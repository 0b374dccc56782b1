import { lambda } from "#functions/lambda.ts";
import { previewEntry } from "#lib/delivery/newsletters/preview.ts";
import { newsletterSends } from "./routes.ts";

export const handler = lambda(newsletterSends.previewEntry, (ctx, { params }) =>
  previewEntry(ctx, params.businessId, params.entryId),
);
