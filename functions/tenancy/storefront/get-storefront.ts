import { lambda } from "#functions/lambda.ts";
import { getStorefront } from "#lib/money/markets/place.ts";
import { storefronts } from "./routes.ts";

export const handler = lambda(storefronts.getStorefront, (ctx, { params }) =>
  getStorefront(ctx, params.storeId),
);
