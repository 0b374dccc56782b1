import { lambda } from "#functions/lambda.ts";
import { showUnsubscribe } from "#lib/delivery/newsletters/unsubscribe-link.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.showUnsubscribe, (ctx, { params, query, headers }) =>
  showUnsubscribe(ctx, params.businessId, query.token ?? "", headers.accept),
);
