import { lambda } from "#functions/lambda.ts";
import { getMailStats } from "#lib/delivery/mail/counts.ts";
import { mailReports } from "./routes.ts";

export const handler = lambda(mailReports.getMailStats, (ctx, { params }) =>
  getMailStats(ctx, params.businessId),
);
