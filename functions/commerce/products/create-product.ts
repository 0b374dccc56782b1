import { lambda } from "#functions/lambda.ts";
import { createProduct } from "#lib/commerce/products/change.ts";
import { products } from "./routes.ts";

export const handler = lambda(products.createProduct, (ctx, { params, body }) =>
  createProduct(ctx, params.storeId, body),
);
