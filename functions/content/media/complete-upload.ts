import { lambda } from "#functions/lambda.ts";
import { completeUpload } from "#lib/content/media/uploads.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.completeUpload, (ctx, { params }) =>
  completeUpload(ctx, params.storeId, params.uploadId),
);
