import { lambda } from "#functions/lambda.ts";
import { trackClick } from "#lib/delivery/mail/clicks.ts";
import { mailReports } from "./routes.ts";

export const handler = lambda(mailReports.trackClick, (ctx, { params }) => trackClick(ctx, params.token));
