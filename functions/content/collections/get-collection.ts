import { lambda } from "#functions/lambda.ts";
import { getCollection } from "#lib/content/collections/service.ts";
import { viewCollection } from "#lib/content/collections/view.ts";
import { collections } from "./routes.ts";

export const handler = lambda(
  collections.getCollection,
  (ctx, { params, query }) => getCollection(ctx, params.storeId, params.collectionId, query),
  viewCollection,
);
