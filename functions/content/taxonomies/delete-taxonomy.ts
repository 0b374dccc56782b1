import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteTaxonomy } from "#lib/content/taxonomies/change.ts";
import { taxonomies } from "./routes.ts";

export const handler = lambda(taxonomies.deleteTaxonomy, async (ctx, { params }) => {
  await deleteTaxonomy(ctx, params.storeId, params.taxonomyId);
  return deletionReply("taxonomy");
});
