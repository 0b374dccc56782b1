import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteMedia } from "#lib/content/media/service.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.deleteMedia, async (ctx, { params }) => {
  await deleteMedia(ctx, params.storeId, params.mediaId);
  return deletionReply("media");
});
