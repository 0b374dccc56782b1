import { lambda } from "#functions/lambda.ts";
import { cancelPublication } from "#lib/engagement/social/publications.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.cancelPublication, (ctx, { params }) =>
  cancelPublication(ctx, params.storeId, params.publicationId),
);
