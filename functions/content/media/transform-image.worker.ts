import { urlHandler } from "#core/http/function-url.ts";
import { threadFile } from "#core/thread-file.ts";
import { transformImage } from "#lib/content/media/pictures.ts";

const thread = threadFile(import.meta.url, "transform-image");

export const handler = urlHandler("transformImage", (request) => transformImage(request, thread));
