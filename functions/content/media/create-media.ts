import { lambda } from "#functions/lambda.ts";
import { readForm } from "#lib/content/media/multipart.ts";
import { createMedia } from "#lib/content/media/uploads.ts";
import { media } from "./routes.ts";

export const handler = lambda(media.createMedia, async (ctx, { params, headers, bytes }) =>
  createMedia(ctx, params.storeId, await readForm(headers["content-type"], bytes)),
);
