import { lambda } from "#functions/lambda.ts";
import { listSubscribers } from "#lib/delivery/newsletters/subscribers.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.listSubscribers, (ctx, { params, query }) =>
  listSubscribers(ctx, params.businessId, params.collectionId, query),
);
