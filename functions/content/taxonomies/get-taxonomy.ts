import { lambda } from "#functions/lambda.ts";
import { getTaxonomy } from "#lib/content/taxonomies/service.ts";
import { taxonomies } from "./routes.ts";

export const handler = lambda(taxonomies.getTaxonomy, (ctx, { params, query }) =>
  getTaxonomy(ctx, params.storeId, params.taxonomyId, query),
);
