import { lambda } from "#functions/lambda.ts";
import { subscribe } from "#lib/delivery/newsletters/subscribers.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda([newsletters.subscribe, newsletters.subscribeByPut], (ctx, { params, body }) =>
  subscribe(ctx, params.businessId, params.collectionId, body),
);
