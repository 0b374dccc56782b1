import { lambda } from "#functions/lambda.ts";
import { getImport } from "#lib/commerce/products/import.ts";
import { productTransfers } from "./routes.ts";

export const handler = lambda(productTransfers.getImport, (ctx, { params }) =>
  getImport(ctx, params.storeId, params.importId),
);
