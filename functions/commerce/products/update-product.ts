import { lambda } from "#functions/lambda.ts";
import { updateProduct } from "#lib/commerce/products/change.ts";
import { products } from "./routes.ts";

export const handler = lambda(products.updateProduct, (ctx, { params, body }) =>
  updateProduct(ctx, params.storeId, params.productId, body),
);
