import type { Media } from "#lib/content/media/schema.ts";
import type { MediaKind } from "./limit.ts";
import type { Content, ProviderType } from "./schema.ts";

/** A file whose bytes can be read by range. */
export interface Source {
  size: number;
  /** Bytes from `start` to before `end`. */
  read(start: number, end: number): Promise<Buffer>;
}

export interface PostMedia {
  id: string;
  kind: MediaKind;
  mimeType: string;
  url: string;
  size: number;
  width: number | null;
  height: number | null;
  source: Source;
}

/** A post with checked content, as adapters send it. */
export interface Post {
  type: ProviderType;
  placement: string;
  /** Text, caption or description, whatever the network calls it. */
  text: string;
  title: string;
  link: string | null;
  privacy: string | null;
  shareToFeed: boolean;
  media: PostMedia[];
}

export function mediaKindOf(
  { mime_type }: Pick<Media, "mime_type">,
  gifMoves: boolean,
): MediaKind | undefined {
  if (mime_type.startsWith("video/")) return "video";
  if (mime_type === "image/gif" && gifMoves) return "animation";
  return mime_type.startsWith("image/") ? "image" : undefined;
}

/** The ids of the media that content names, in their order. */
export function mediaIdsIn(content: Content): string[] {
  const { media_ids: list, video_media_id: video } = content;
  const ids = Array.isArray(list) ? list : [];
  return [...ids, ...(video === undefined || video === null ? [] : [video])].filter(
    (id) => typeof id === "string" && id !== "",
  );
}
