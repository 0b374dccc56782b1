import { lambda } from "#functions/lambda.ts";
import { updateCollection } from "#lib/content/collections/service.ts";
import { viewCollection } from "#lib/content/collections/view.ts";
import { collections } from "./routes.ts";

export const handler = lambda(
  collections.updateCollection,
  (ctx, { params, body }) => updateCollection(ctx, params.storeId, params.collectionId, body),
  viewCollection,
);
