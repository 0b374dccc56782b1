import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteMedia } from "#lib/content/media/service.ts";
import { businessMedia } from "./routes.ts";

export const handler = lambda(businessMedia.deleteBusinessMedia, async (ctx, { params, query }) => {
  await deleteMedia(ctx, params.businessId, query.mediaId);
  return deletionReply("media");
});
