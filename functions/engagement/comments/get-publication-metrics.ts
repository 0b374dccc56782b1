import { lambda } from "#core/http/lambda.ts";
import { getMetrics } from "#lib/engagement/social/metrics.ts";
import { comments } from "./routes.ts";

export const handler = lambda(comments.getPublicationMetrics, (ctx, { params }) =>
  getMetrics(ctx, params.storeId, params.publicationId),
);
