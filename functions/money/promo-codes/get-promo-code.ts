import { lambda } from "#functions/lambda.ts";
import { getPromoCode } from "#lib/money/promo-codes/service.ts";
import { promoCodes } from "./routes.ts";

export const handler = lambda(promoCodes.getPromoCode, (ctx, { params }) =>
  getPromoCode(ctx, params.storeId, params.promoCodeId),
);
