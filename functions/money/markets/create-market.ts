import { lambda } from "#functions/lambda.ts";
import { createMarket } from "#lib/money/markets/service.ts";
import { markets } from "./routes.ts";

export const handler = lambda(markets.createMarket, (ctx, { params, body }) =>
  createMarket(ctx, params.storeId, body),
);
