import { env } from "#core/env.ts";
import { partOf } from "#core/records/record.ts";
import type { BusinessMedia, Media, Resolutions, StoredMedia } from "./schema.ts";

/** Width in pixels of each resolution in a picture's answer. */
const WIDTHS = { large: 1600, medium: 800, small: 320 } as const;

export function viewMedia(media: StoredMedia): Media {
  const { id, store_id, name, mime_type, size, slug, alt, width, height, created_at, updated_at } = media;
  const url = urlOf(media);
  return partOf(media, {
    id,
    store_id,
    name,
    mime_type,
    size,
    slug,
    alt,
    url,
    metadata: { width, height },
    resolutions: resolutionsOf(media, url),
    created_at,
    updated_at,
  });
}

export function viewBusinessMedia(media: Media): BusinessMedia {
  const { id, store_id, name, mime_type, size, url, slug, metadata, resolutions } = media;
  return {
    id,
    businessId: store_id,
    name,
    mimeType: mime_type,
    size,
    url,
    slug,
    metadata,
    resolutions,
    createdAt: media.created_at,
    updatedAt: media.updated_at,
  };
}

/** A page for the business interface; `data` repeats its `items`. */
export function viewBusinessPage({ items, cursor }: { items: Media[]; cursor: string | null }) {
  const shown = items.map(viewBusinessMedia);
  return { items: shown, data: shown, cursor };
}

function urlOf({ store_id, id, file }: StoredMedia): string {
  return `${env("MEDIA_URL")}/${store_id}/${id}/${encodeURIComponent(file)}`;
}

// An SVG is sharp at any size and other files have no resolutions, so each resolution of theirs is the file's own URL.
function resolutionsOf(media: StoredMedia, url: string): Resolutions {
  const { mime_type, kind, width, height, size } = media;
  const named = (name: keyof Resolutions) => ({ id: `${media.id}:${name}`, url, width, height, size });
  const resized = (name: keyof typeof WIDTHS) => {
    const widest = WIDTHS[name];
    if (kind !== "image" || width === null || height === null || width <= widest) return named(name);
    const scaled = { width: widest, height: Math.max(1, Math.round((height * widest) / width)) };
    if (mime_type === "image/svg+xml") return { ...named(name), ...scaled };
    return { ...named(name), ...scaled, url: `${url}?w=${widest}`, size: null };
  };
  return {
    original: named("original"),
    large: resized("large"),
    medium: resized("medium"),
    small: resized("small"),
  };
}
