import { lambda } from "#functions/lambda.ts";
import { listProducts } from "#lib/commerce/products/service.ts";
import { products } from "./routes.ts";

export const handler = lambda(products.listProducts, (ctx, { params, query }) =>
  listProducts(ctx, params.storeId, query),
);
