import { lambda } from "#functions/lambda.ts";
import { listComments } from "#lib/engagement/social/comments.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.listComments, (ctx, { params, query }) =>
  listComments(ctx, params.storeId, params.publicationId, query),
);
