import { lambda } from "#functions/lambda.ts";
import { trackOpen } from "#lib/delivery/mail/pixel.ts";
import { mailReports } from "./routes.ts";

export const handler = lambda(mailReports.trackOpen, (ctx, { params }) =>
  trackOpen(ctx, params.trackingPixelId),
);
