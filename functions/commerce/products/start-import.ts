import { lambda } from "#functions/lambda.ts";
import { startImport } from "#lib/commerce/products/import.ts";
import { productTransfers } from "./routes.ts";

export const handler = lambda(productTransfers.startImport, (ctx, { params }) =>
  startImport(ctx, params.storeId, params.importId),
);
