import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteCollection } from "#lib/content/collections/service.ts";
import { collections } from "./routes.ts";

export const handler = lambda(collections.deleteCollection, async (ctx, { params }) => {
  await deleteCollection(ctx, params.storeId, params.collectionId);
  return deletionReply("collection");
});
