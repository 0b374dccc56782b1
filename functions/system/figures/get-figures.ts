import { lambda } from "#functions/lambda.ts";
import { getFigures } from "#lib/system/figures/get-figures.ts";
import { figures } from "./routes.ts";

export const handler = lambda(figures.getFigures, (ctx, { params, query }) =>
  getFigures(ctx, params.storeId, params.family, query),
);
