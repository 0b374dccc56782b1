import { ALL_ENGAGEMENT, type Limits, MB, PHOTOS, VIDEOS } from "./limit.ts";
import { FACEBOOK_PAGE, INSTAGRAM_BUSINESS } from "./limits-meta.ts";
import type { ProviderType } from "./schema.ts";

/** What each network accepts: capabilities show it, and validation checks content against it. */
export const LIMITS: Readonly<Record<ProviderType, Limits>> = {
  facebook_page: FACEBOOK_PAGE,
  instagram_business: INSTAGRAM_BUSINESS,
  youtube_channel: {
    display_name: "YouTube Channel",
    icon_key: "youtube",
    required_scopes: [
      "https://www.googleapis.com/auth/youtube.upload",
      "https://www.googleapis.com/auth/youtube.readonly",
      "https://www.googleapis.com/auth/youtube.force-ssl",
    ],
    placements: [
      {
        name: "video",
        texts: [
          { field: "title", max: 100, unit: "code_points", required: true, without: "<>" },
          { field: "description", max: 5000, unit: "bytes", without: "<>" },
        ],
        mediaField: "video_media_id",
        media: [
          {
            kind: "video",
            mime_types: [...VIDEOS, "video/webm"],
            min_count: 1,
            max_count: 1,
            max_bytes: 256_000 * MB,
          },
        ],
        mediaRequired: true,
      },
    ],
    privacy: ["public", "unlisted", "private"],
    link: false,
    engagement: ALL_ENGAGEMENT,
    metrics: true,
    fields: ["title", "description", "video_media_id", "privacy"],
  },
  tiktok_account: {
    display_name: "TikTok Account",
    icon_key: "tiktok",
    required_scopes: ["user.info.basic", "video.publish", "video.list"],
    placements: [
      {
        name: "video",
        texts: [{ field: "caption", max: 2200, unit: "utf16" }],
        mediaField: "video_media_id",
        media: [
          {
            kind: "video",
            mime_types: [...VIDEOS, "video/webm"],
            min_count: 1,
            max_count: 1,
            max_bytes: 4000 * MB,
            duration: [3, 600],
          },
        ],
        mediaRequired: true,
      },
    ],
    privacy: ["public", "friends", "followers", "private"],
    link: false,
    engagement: { read_comments: false, reply_to_comments: false, hide_comments: false },
    metrics: true,
    fields: ["caption", "video_media_id", "privacy"],
  },
  x_account: {
    display_name: "X Account",
    icon_key: "x",
    required_scopes: [
      "tweet.read",
      "tweet.write",
      "tweet.moderate.write",
      "users.read",
      "media.write",
      "offline.access",
    ],
    placements: [
      {
        name: "post",
        texts: [{ field: "text", max: 280, unit: "weighted" }],
        mediaField: "media_ids",
        media: [
          { kind: "image", mime_types: PHOTOS, min_count: 1, max_count: 4, max_bytes: 5 * MB },
          { kind: "animation", mime_types: ["image/gif"], min_count: 1, max_count: 1, max_bytes: 15 * MB },
          {
            kind: "video",
            mime_types: VIDEOS,
            min_count: 1,
            max_count: 1,
            max_bytes: 512 * MB,
            duration: [0.5, 140],
          },
        ],
        mediaRequired: false,
      },
    ],
    link: false,
    engagement: ALL_ENGAGEMENT,
    metrics: true,
    fields: ["text", "media_ids"],
    cost: { post: 0.015, post_with_link: 0.2, read: 0.005 },
  },
  sandbox: {
    display_name: "Sandbox",
    icon_key: "sandbox",
    required_scopes: ["publish", "engage"],
    placements: [
      {
        name: "post",
        texts: [{ field: "text", max: 500, unit: "code_points", required: true }],
        mediaField: "media_ids",
        media: [
          {
            kind: "image",
            mime_types: [...PHOTOS, "image/gif", "image/avif"],
            min_count: 1,
            max_count: 4,
            max_bytes: null,
          },
          {
            kind: "video",
            mime_types: [...VIDEOS, "video/webm"],
            min_count: 1,
            max_count: 4,
            max_bytes: null,
          },
        ],
        mediaRequired: false,
      },
    ],
    link: true,
    engagement: ALL_ENGAGEMENT,
    metrics: true,
    fields: ["text", "media_ids", "link_url"],
  },
};
