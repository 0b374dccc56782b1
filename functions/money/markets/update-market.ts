import { lambda } from "#functions/lambda.ts";
import { updateMarket } from "#lib/money/markets/service.ts";
import { markets } from "./routes.ts";

export const handler = lambda(markets.updateMarket, (ctx, { params, body }) =>
  updateMarket(ctx, params.storeId, params.marketId, body),
);
