import { lambda } from "#functions/lambda.ts";
import { getFiguresToday } from "#lib/system/figures/today.ts";
import { figures } from "./routes.ts";

export const handler = lambda(figures.getFiguresToday, (ctx, { params }) =>
  getFiguresToday(ctx, params.storeId),
);
