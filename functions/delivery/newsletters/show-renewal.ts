import { lambda } from "#functions/lambda.ts";
import { showSubscription } from "#lib/delivery/newsletters/pages.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.showRenewal, (ctx, { params, query }) =>
  showSubscription(ctx, "renew", params.businessId, query.token ?? ""),
);
