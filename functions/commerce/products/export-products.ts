import { lambda } from "#functions/lambda.ts";
import { exportProducts } from "#lib/commerce/products/export.ts";
import { productTransfers } from "./routes.ts";

export const handler = lambda(productTransfers.exportProducts, (ctx, { params, query }) =>
  exportProducts(ctx, params.storeId, query),
);
