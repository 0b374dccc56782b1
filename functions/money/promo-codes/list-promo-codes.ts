import { lambda } from "#functions/lambda.ts";
import { listPromoCodes } from "#lib/money/promo-codes/service.ts";
import { promoCodes } from "./routes.ts";

export const handler = lambda(promoCodes.listPromoCodes, (ctx, { params, query }) =>
  listPromoCodes(ctx, params.storeId, query),
);
