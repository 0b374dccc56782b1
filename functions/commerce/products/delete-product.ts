import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteProduct } from "#lib/commerce/products/change.ts";
import { products } from "./routes.ts";

export const handler = lambda(products.deleteProduct, async (ctx, { params }) => {
  await deleteProduct(ctx, params.storeId, params.productId);
  return deletionReply("product");
});
