import { lambda } from "#functions/lambda.ts";
import { listMedia, storeQuery } from "#lib/content/media/service.ts";
import { viewBusinessPage } from "#lib/content/media/view.ts";
import { businessMedia } from "./routes.ts";

export const handler = lambda(
  businessMedia.listBusinessMedia,
  (ctx, { params, query }) => listMedia(ctx, params.businessId, storeQuery(query)),
  viewBusinessPage,
);
