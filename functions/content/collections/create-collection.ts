import { lambda } from "#functions/lambda.ts";
import { createCollection } from "#lib/content/collections/service.ts";
import { viewCollection } from "#lib/content/collections/view.ts";
import { collections } from "./routes.ts";

export const handler = lambda(
  collections.createCollection,
  (ctx, { params, body }) => createCollection(ctx, params.storeId, body),
  viewCollection,
);
