import { lambda } from "#functions/lambda.ts";
import { createPromoCode } from "#lib/money/promo-codes/service.ts";
import { promoCodes } from "./routes.ts";

export const handler = lambda(promoCodes.createPromoCode, (ctx, { params, body }) =>
  createPromoCode(ctx, params.storeId, body),
);
