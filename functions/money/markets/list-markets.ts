import { lambda } from "#functions/lambda.ts";
import { listMarkets } from "#lib/money/markets/service.ts";
import { markets } from "./routes.ts";

export const handler = lambda(markets.listMarkets, (ctx, { params }) => listMarkets(ctx, params.storeId));
