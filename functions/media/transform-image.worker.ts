import { urlHandler } from "#core/http/url.ts";
import { servePicture } from "#lib/media/pictures.ts";

export const handler = urlHandler("transformImage", servePicture);
