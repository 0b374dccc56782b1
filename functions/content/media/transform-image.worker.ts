import { urlHandler } from "#core/http/url.ts";
import { threadBeside } from "#core/thread.ts";
import { transformImage } from "#lib/content/media/pictures.ts";

const thread = threadBeside(import.meta.url, "transform-image");

export const handler = urlHandler("transformImage", (request) => transformImage(request, thread));
