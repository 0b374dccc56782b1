import { lambda } from "#functions/lambda.ts";
import { listTaxonomies } from "#lib/content/taxonomies/service.ts";
import { taxonomies } from "./routes.ts";

export const handler = lambda(taxonomies.listTaxonomies, (ctx, { params, query }) =>
  listTaxonomies(ctx, params.storeId, query),
);
