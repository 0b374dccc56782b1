import { lambda } from "#core/http/lambda.ts";
import { deleted } from "#core/http/page.ts";
import { deleteMedia } from "#lib/content/media/service.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.deleteMedia, async (ctx, { params }) => {
  await deleteMedia(ctx, params.storeId, params.mediaId);
  return deleted("media");
});
