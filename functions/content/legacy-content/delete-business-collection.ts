import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteCollection } from "#lib/content/legacy-content/collections.ts";
import { businessCollections } from "./routes.ts";

export const handler = lambda(businessCollections.deleteBusinessCollection, async (ctx, { params }) => {
  await deleteCollection(ctx, params.businessId, params.collectionId);
  return deletionReply("collection");
});
