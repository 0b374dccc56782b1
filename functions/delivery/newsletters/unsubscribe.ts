import { lambda } from "#functions/lambda.ts";
import { unsubscribe } from "#lib/delivery/newsletters/membership.ts";
import { tokenIn } from "#lib/delivery/newsletters/pages.ts";
import { newsletters } from "./routes.ts";

export const handler = lambda(newsletters.unsubscribe, (ctx, { params, query, bytes }) =>
  unsubscribe(ctx, params.businessId, tokenIn(query, bytes)),
);
