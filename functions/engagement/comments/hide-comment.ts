import { lambda } from "#functions/lambda.ts";
import { hideComment } from "#lib/engagement/social/replies.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.hideComment, (ctx, { params, body }) =>
  hideComment(ctx, params.storeId, params.publicationId, params.commentId, body.hidden),
);
