import { lambda } from "#functions/lambda.ts";
import { tokenIn } from "#lib/delivery/newsletters/pages.ts";
import { renewSubscription } from "#lib/delivery/newsletters/renewals.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.renewSubscription, async (ctx, { params, query, bytes }) => ({
  status: 302,
  headers: { location: await renewSubscription(ctx, params.businessId, tokenIn(query, bytes)) },
}));
