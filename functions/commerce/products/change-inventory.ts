import { lambda } from "#functions/lambda.ts";
import { changeInventory } from "#lib/commerce/products/stock.ts";
import { products } from "./routes.ts";

export const handler = lambda(products.changeInventory, (ctx, { params, body }) =>
  changeInventory(ctx, params.storeId, params.productId, body),
);
