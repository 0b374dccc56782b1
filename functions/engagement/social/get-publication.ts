import { lambda } from "#functions/lambda.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.getPublication, (ctx, { params }) =>
  getPublication(ctx, params.storeId, params.publicationId),
);
