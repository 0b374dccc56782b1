import { lambda } from "#functions/lambda.ts";
import { createCollection } from "#lib/content/legacy-content/collections.ts";
import { businessCollections } from "./routes.ts";

export const handler = lambda(businessCollections.createBusinessCollection, (ctx, { params, body }) =>
  createCollection(ctx, params.businessId, body),
);
