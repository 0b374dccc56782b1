import { lambda } from "#functions/lambda.ts";
import { createImport } from "#lib/commerce/products/import.ts";
import { productTransfers } from "./routes.ts";

export const handler = lambda(productTransfers.createImport, (ctx, { params, body }) =>
  createImport(ctx, params.storeId, body),
);
