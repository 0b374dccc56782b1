import { lambda } from "#functions/lambda.ts";
import { classifyComments } from "#lib/engagement/social/classify.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.classifyComments, (ctx, { params, body }) =>
  classifyComments(ctx, params.storeId, body),
);
