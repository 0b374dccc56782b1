import { PICTURE_PATH } from "#lib/content/media/picture-document.ts";

type Json = Record<string, unknown>;

/** The document with the URLs of this installation. */
export function getOpenapi(document: Json, api: string, media: string): Json {
  const { [PICTURE_PATH]: picture, ...paths }: Json = Object(document.paths);
  const below = media.startsWith(api) ? media.slice(api.length) : "";
  const path = PICTURE_PATH.replace("/media", below);
  const server = { url: below ? api : media };
  return {
    ...document,
    servers: [{ url: api }],
    paths: { ...paths, [path]: { get: { ...Object(picture).get, servers: [server] } } },
  };
}
