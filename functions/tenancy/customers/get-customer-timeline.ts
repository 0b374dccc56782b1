import { lambda } from "#functions/lambda.ts";
import { getTimeline } from "#lib/system/customers/timeline.ts";
import { customers } from "./routes.ts";

export const handler = lambda(customers.getCustomerTimeline, (ctx, { params, query }) =>
  getTimeline(ctx, params.storeId, params.contactId, query),
);
