import { lambda } from "#functions/lambda.ts";
import { listMedia } from "#lib/content/media/service.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.listMedia, (ctx, { params, query }) =>
  listMedia(ctx, params.storeId, query),
);
