import { lambda } from "#functions/lambda.ts";
import { createTaxonomy } from "#lib/content/taxonomies/change.ts";
import { taxonomies } from "./routes.ts";

export const handler = lambda(taxonomies.createTaxonomy, (ctx, { params, body }) =>
  createTaxonomy(ctx, params.storeId, body),
);
