import { lambda } from "#functions/lambda.ts";
import { syncEngagement } from "#lib/engagement/social/sync-engagement.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.syncEngagement, (ctx, { params, body }) =>
  syncEngagement(ctx, params.storeId, body),
);
