import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deletePromoCode } from "#lib/money/promo-codes/service.ts";
import { promoCodes } from "./routes.ts";

export const handler = lambda(promoCodes.deletePromoCode, async (ctx, { params }) => {
  await deletePromoCode(ctx, params.storeId, params.promoCodeId);
  return deletionReply("promo code");
});
