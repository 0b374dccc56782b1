import { lambda } from "#functions/lambda.ts";
import { getCollection } from "#lib/content/legacy-content/service.ts";
import { businessCollections } from "./routes.ts";

export const handler = lambda(businessCollections.getBusinessCollection, (ctx, { params, query }) =>
  getCollection(ctx, params.businessId, params.collectionId, query),
);
