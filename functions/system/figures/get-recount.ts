import { lambda } from "#functions/lambda.ts";
import { getRecount } from "#lib/system/figures/recount.ts";
import { figures } from "./routes.ts";

export const handler = lambda(figures.getRecount, (ctx, { params }) =>
  getRecount(ctx, params.storeId, params.recountId),
);
