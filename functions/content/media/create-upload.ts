import { lambda } from "#functions/lambda.ts";
import { createUpload } from "#lib/content/media/uploads.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.createUpload, (ctx, { params, body }) =>
  createUpload(ctx, params.storeId, body),
);
