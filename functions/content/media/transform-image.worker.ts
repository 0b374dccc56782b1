import { urlHandler } from "#core/http/url.ts";
import { threadBeside } from "#core/thread.ts";
import { transformImage } from "#lib/content/media/pictures.ts";

const darkroom = threadBeside(import.meta.url, "transform-image");

export const handler = urlHandler("transformImage", (request) => transformImage(request, darkroom));
