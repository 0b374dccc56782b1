import { lambda } from "#functions/lambda.ts";
import { publishPublication } from "#lib/engagement/social/publications.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.publishPublication, (ctx, { params, body }) =>
  publishPublication(ctx, params.storeId, params.publicationId, body),
);
