import { lambda } from "#functions/lambda.ts";
import { listChildren } from "#lib/content/taxonomies/service.ts";
import { taxonomies } from "./routes.ts";

export const handler = lambda(taxonomies.listTaxonomyChildren, (ctx, { params, query }) =>
  listChildren(ctx, params.storeId, params.taxonomyId, query),
);
