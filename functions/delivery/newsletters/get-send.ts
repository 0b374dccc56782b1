import { lambda } from "#functions/lambda.ts";
import { getSend } from "#lib/delivery/newsletters/send.ts";
import { newsletterSends } from "./routes.ts";

export const handler = lambda(newsletterSends.getSend, (ctx, { params }) =>
  getSend(ctx, params.businessId, params.entryId),
);
