import { lambda } from "#functions/lambda.ts";
import { readForm } from "#lib/content/media/multipart.ts";
import { createMedia } from "#lib/content/media/uploads.ts";
import { viewBusinessMedia } from "#lib/content/media/view.ts";
import { businessMedia } from "./routes.ts";

export const handler = lambda(
  businessMedia.createBusinessMedia,
  async (ctx, { params, headers, bytes }) =>
    createMedia(ctx, params.businessId, await readForm(headers["content-type"], bytes)),
  (made) => made.map(viewBusinessMedia),
);
