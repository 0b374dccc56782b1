import { lambda } from "#functions/lambda.ts";
import { cancelSend } from "#lib/delivery/newsletters/send.ts";
import { newsletterSends } from "./routes.ts";

export const handler = lambda(newsletterSends.cancelSend, (ctx, { params }) =>
  cancelSend(ctx, params.businessId, params.entryId),
);
