import { lambda } from "#functions/lambda.ts";
import { getProduct } from "#lib/commerce/products/service.ts";
import { products } from "./routes.ts";

export const handler = lambda(products.getProduct, (ctx, { params, query }) =>
  getProduct(ctx, params.storeId, params.productId, query),
);
