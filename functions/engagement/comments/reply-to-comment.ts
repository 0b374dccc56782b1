import { lambda } from "#functions/lambda.ts";
import { replyToComment } from "#lib/engagement/social/replies.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.replyToComment, (ctx, { params, body }) =>
  replyToComment(ctx, params.storeId, params.publicationId, params.commentId, body),
);
