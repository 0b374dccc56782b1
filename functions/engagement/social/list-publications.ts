import { lambda } from "#functions/lambda.ts";
import { listPublications } from "#lib/engagement/social/find.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.listPublications, (ctx, { params, query }) =>
  listPublications(ctx, params.storeId, query),
);
