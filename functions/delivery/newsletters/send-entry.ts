import { lambda } from "#functions/lambda.ts";
import { sendEntry } from "#lib/delivery/newsletters/send.ts";
import { newsletterSends } from "./routes.ts";

export const handler = lambda(newsletterSends.sendEntry, (ctx, { params, body }) =>
  sendEntry(ctx, params.businessId, params.entryId, body.scheduledAt),
);
