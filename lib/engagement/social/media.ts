import { env } from "#core/env.ts";
import { readRange } from "#core/storage.ts";
import { originalKey } from "#lib/content/media/keys.ts";
import type { Media } from "#lib/content/media/schema.ts";
import { findMedia } from "#lib/content/media/service.ts";
import { contentFor } from "./content-for.ts";
import type { Placement } from "./limit.ts";
import { LIMITS } from "./limits.ts";
import { mediaIdsIn, mediaKindOf, type Post, type PostMedia, type Source } from "./post.ts";
import { type Content, type ProviderType, textIn } from "./schema.ts";

/** Reads byte ranges of a store's file. */
export function sourceOf({ store_id, id, size }: Pick<Media, "store_id" | "id" | "size">): Source {
  return {
    size,
    read: (start, end) => readRange(env("MEDIA_BUCKET"), originalKey(store_id, id), start, end),
  };
}

/** The post of some content, with its files; deleted files are only listed as missing. */
export async function postOf(
  storeId: string,
  type: ProviderType,
  sent: Content,
): Promise<{ post: Post; missing: string[] }> {
  const content = contentFor(type, sent);
  const ids = mediaIdsIn(content);
  const found = new Map((await findMedia(storeId, ids)).map((each) => [each.id, each]));
  const media = ids.flatMap((id) => {
    const file = found.get(id);
    const made = file && postMediaOf(type, file);
    return made ? [made] : [];
  });
  const placement = placementOf(type, content, media);
  const text = placement.texts.find(({ field }) => field !== "title")?.field ?? "text";
  return {
    missing: ids.filter((id) => !found.has(id)),
    post: {
      type,
      placement: placement.name,
      text: textIn(content, text),
      title: textIn(content, "title"),
      link: LIMITS[type].link ? textIn(content, "link_url") || null : null,
      privacy: textIn(content, "privacy") || null,
      shareToFeed: content.share_to_feed !== false,
      media,
    },
  };
}

function postMediaOf(type: ProviderType, file: Media): PostMedia | undefined {
  const kind = mediaKindOf(file, distinguishesAnimations(type));
  return (
    kind && {
      id: file.id,
      kind,
      mimeType: file.mime_type,
      url: file.url,
      size: file.size,
      width: file.metadata.width,
      height: file.metadata.height,
      source: sourceOf(file),
    }
  );
}

/** Whether a network has other limits for animations than for pictures. */
export function distinguishesAnimations(type: ProviderType): boolean {
  return LIMITS[type].placements.some(({ media }) => media.some(({ kind }) => kind === "animation"));
}

/** The kind of post that the content names, else the one that fits its media. */
export function placementOf(
  type: ProviderType,
  content: Content,
  media: readonly Pick<PostMedia, "kind">[],
): Placement {
  const { placements } = LIMITS[type];
  const named = placements.find(({ name }) => name === content.placement);
  const kind = media[0]?.kind;
  const fitting = placements.find((each) => kind && each.media.some((limit) => limit.kind === kind));
  const [first] = placements;
  const chosen = named ?? fitting ?? first;
  if (!chosen) throw new Error(`${type} has no placement.`);
  return chosen;
}
