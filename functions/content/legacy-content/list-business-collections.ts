import { lambda } from "#functions/lambda.ts";
import { listCollections } from "#lib/content/legacy-content/service.ts";
import { businessCollections } from "./routes.ts";

export const handler = lambda(businessCollections.listBusinessCollections, (ctx, { params, query }) =>
  listCollections(ctx, params.businessId, query),
);
