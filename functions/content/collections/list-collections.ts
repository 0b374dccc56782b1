import { lambda } from "#functions/lambda.ts";
import { listCollections } from "#lib/content/collections/service.ts";
import { viewCollection } from "#lib/content/collections/view.ts";
import { collections } from "./routes.ts";

export const handler = lambda(
  collections.listCollections,
  (ctx, { params, query }) => listCollections(ctx, params.storeId, query),
  ({ items, cursor }) => ({ items: items.map(viewCollection), cursor }),
);
