import { lambda } from "#functions/lambda.ts";
import { updateTaxonomy } from "#lib/content/taxonomies/change.ts";
import { taxonomies } from "./routes.ts";

export const handler = lambda(taxonomies.updateTaxonomy, (ctx, { params, body }) =>
  updateTaxonomy(ctx, params.storeId, params.taxonomyId, body),
);
