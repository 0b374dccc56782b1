import { lambda } from "#core/http/lambda.ts";
import { showSubscription } from "#lib/delivery/newsletters/pages.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.showUnsubscribe, (ctx, { params, query }) =>
  showSubscription(ctx, "unsubscribe", params.businessId, query.token ?? ""),
);
