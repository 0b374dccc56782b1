import { urlHandler } from "#core/http/url.ts";
import { servePicture } from "#lib/content/media/pictures.ts";

export const handler = urlHandler("transformImage", servePicture);
