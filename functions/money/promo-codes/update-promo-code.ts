import { lambda } from "#functions/lambda.ts";
import { updatePromoCode } from "#lib/money/promo-codes/service.ts";
import { promoCodes } from "./routes.ts";

export const handler = lambda(promoCodes.updatePromoCode, (ctx, { params, body }) =>
  updatePromoCode(ctx, params.storeId, params.promoCodeId, body),
);
