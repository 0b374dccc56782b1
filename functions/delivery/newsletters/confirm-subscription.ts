import { lambda } from "#functions/lambda.ts";
import { confirmSubscription } from "#lib/delivery/newsletters/membership.ts";
import { tokenIn } from "#lib/delivery/newsletters/pages.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.confirmSubscription, (ctx, { params, query, bytes }) =>
  confirmSubscription(ctx, params.businessId, tokenIn(query, bytes)),
);
