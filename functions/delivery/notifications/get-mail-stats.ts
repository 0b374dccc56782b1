import { lambda } from "#core/http/lambda.ts";
import { getMailStats } from "#lib/delivery/notifications/stats.ts";
import { notifications } from "./routes.ts";

export const handler = lambda(notifications.getMailStats, (ctx, { params }) =>
  getMailStats(ctx, params.businessId),
);
