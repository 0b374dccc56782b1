import { lambda } from "#functions/lambda.ts";
import { listStoreEvents } from "#lib/delivery/activity/feed.ts";
import { withKnownType } from "#lib/system/platform/known-events.ts";
import { storeEvents } from "./routes.ts";

export const handler = lambda(storeEvents.listStoreEvents, (ctx, { params, query }) =>
  listStoreEvents(ctx, params.storeId, withKnownType(query)),
);
