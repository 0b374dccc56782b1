import { lambda } from "#functions/lambda.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.createPublication, (ctx, { params, body }) =>
  createPublication(ctx, params.storeId, body),
);
