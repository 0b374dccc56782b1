import { lambda } from "#functions/lambda.ts";
import { updateCollection } from "#lib/content/legacy-content/collections.ts";
import { businessCollections } from "./routes.ts";

export const handler = lambda(businessCollections.updateBusinessCollection, (ctx, { params, body }) =>
  updateCollection(ctx, params.businessId, params.collectionId, body),
);
