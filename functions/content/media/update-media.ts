import { lambda } from "#functions/lambda.ts";
import { updateMedia } from "#lib/content/media/service.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.updateMedia, (ctx, { params, body }) =>
  updateMedia(ctx, params.storeId, params.mediaId, body),
);
