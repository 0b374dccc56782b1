import { lambda } from "#core/http/lambda.ts";
import { exportReply } from "#lib/commerce/products/export.ts";
import { productTransfers } from "./routes.ts";

export const handler = lambda(productTransfers.exportProducts, (ctx, { params, query }) =>
  exportReply(ctx, params.storeId, query),
);
