import { lambda } from "#functions/lambda.ts";
import { getUsage } from "#lib/content/media/service.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.getMediaUsage, (ctx, { params, query }) =>
  getUsage(ctx, params.storeId, params.mediaId, query),
);
