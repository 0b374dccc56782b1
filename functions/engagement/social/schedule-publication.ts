import { lambda } from "#functions/lambda.ts";
import { schedulePublication } from "#lib/engagement/social/publications.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.schedulePublication, (ctx, { params, body }) =>
  schedulePublication(ctx, params.storeId, params.publicationId, body),
);
