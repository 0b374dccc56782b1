import { lambda } from "#functions/lambda.ts";
import { readThread } from "#lib/engagement/social/threads.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.readThread, (ctx, { params, query }) =>
  readThread(ctx, params.storeId, params.publicationId, params.commentId, query),
);
