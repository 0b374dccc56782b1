import { lambda } from "#functions/lambda.ts";
import { getMedia } from "#lib/content/media/service.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.getMedia, (ctx, { params }) =>
  getMedia(ctx, params.storeId, params.mediaId),
);
