import { lambda } from "#functions/lambda.ts";
import { listAllComments } from "#lib/engagement/social/comments.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.listAllComments, (ctx, { params, query }) =>
  listAllComments(ctx, params.storeId, query),
);
