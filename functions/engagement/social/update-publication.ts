import { lambda } from "#functions/lambda.ts";
import { updatePublication } from "#lib/engagement/social/publications.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.updatePublication, (ctx, { params, body }) =>
  updatePublication(ctx, params.storeId, params.publicationId, body),
);
