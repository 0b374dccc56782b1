import { lambda } from "#core/http/lambda.ts";
import { trackOpen } from "#lib/delivery/notifications/pixel.ts";
import { notifications } from "./routes.ts";

export const handler = lambda(notifications.trackOpen, (ctx, { params }) =>
  trackOpen(ctx, params.trackingPixelId),
);
