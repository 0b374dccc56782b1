import { lambda } from "#functions/lambda.ts";
import { getMarket } from "#lib/money/markets/service.ts";
import { markets } from "./routes.ts";

export const handler = lambda(markets.getMarket, (ctx, { params }) =>
  getMarket(ctx, params.storeId, params.marketId),
);
