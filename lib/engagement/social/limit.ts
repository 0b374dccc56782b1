export type TextUnit = "code_points" | "utf16" | "bytes" | "weighted";

export interface TextLimit {
  field: string;
  max: number;
  unit: TextUnit;
  required?: boolean;
  /** Characters that the network refuses. */
  without?: string;
  hashtags?: number;
  mentions?: number;
}

export type MediaKind = "image" | "animation" | "video";

export interface MediaLimit {
  kind: MediaKind;
  mime_types: readonly string[];
  min_count: number;
  max_count: number;
  max_bytes: number | null;
  /** Width divided by height. */
  aspect?: readonly [least: number, most: number];
  /** Seconds. */
  duration?: readonly [least: number, most: number];
}

/** The limits of one kind of post of a network. */
export interface Placement {
  name: string;
  texts: readonly TextLimit[];
  /** The content field that names the media: a list of ids or a single id. */
  mediaField: "media_ids" | "video_media_id";
  /** Limits of each allowed kind of media; a post has media of one kind. */
  media: readonly MediaLimit[];
  mediaRequired: boolean;
}

export interface Limits {
  display_name: string;
  icon_key: string;
  required_scopes: readonly string[];
  placements: readonly Placement[];
  privacy?: readonly string[];
  link: boolean;
  engagement: { read_comments: boolean; reply_to_comments: boolean; hide_comments: boolean };
  metrics: boolean;
  /** Further content fields that the network uses. */
  fields: readonly string[];
  /** Price of each call, in US dollars. */
  cost?: { post: number; post_with_link: number; read: number };
}

export const MB = 1_000_000;
export const PHOTOS = ["image/jpeg", "image/png", "image/webp"] as const;
export const VIDEOS = ["video/mp4", "video/quicktime"] as const;
/** Engagement of a network that supports all of it. */
export const ALL_ENGAGEMENT = { read_comments: true, reply_to_comments: true, hide_comments: true } as const;
