import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteMarket } from "#lib/money/markets/service.ts";
import { markets } from "./routes.ts";

export const handler = lambda(markets.deleteMarket, async (ctx, { params }) => {
  await deleteMarket(ctx, params.storeId, params.marketId);
  return deletionReply("market");
});
