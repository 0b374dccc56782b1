import { lambda } from "#functions/lambda.ts";
import { getPublicationMetrics } from "#lib/engagement/social/metrics.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.getPublicationMetrics, (ctx, { params }) =>
  getPublicationMetrics(ctx, params.storeId, params.publicationId),
);
