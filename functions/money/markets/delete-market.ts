import { lambda } from "#core/http/lambda.ts";
import { deleted } from "#core/http/page.ts";
import { deleteMarket } from "#lib/money/markets/service.ts";
import { markets } from "./routes.ts";

export const handler = lambda(markets.deleteMarket, async (ctx, { params }) => {
  await deleteMarket(ctx, params.storeId, params.marketId);
  return deleted("market");
});
