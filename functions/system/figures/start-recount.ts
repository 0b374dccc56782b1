import { lambda } from "#functions/lambda.ts";
import { startRecount } from "#lib/system/figures/recount.ts";
import { figures } from "./routes.ts";

export const handler = lambda(figures.startRecount, (ctx, { params, body }) =>
  startRecount(ctx, params.storeId, body.repair ?? false),
);
