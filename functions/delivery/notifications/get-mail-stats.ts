import { lambda } from "#core/http/lambda.ts";
import { readStats } from "#lib/delivery/notifications/stats.ts";
import { notifications } from "./routes.ts";

export const handler = lambda(notifications.getMailStats, (ctx, { params }) =>
  readStats(ctx, params.businessId),
);
