import { ALL_ENGAGEMENT, type Limits, MB, PHOTOS, type TextLimit, VIDEOS } from "./limit.ts";

const WIDE = { aspect: [0.8, 1.91] } as const;
const TALL = { aspect: [0.5525, 0.5725] } as const;

export const FACEBOOK_PAGE: Limits = {
  display_name: "Facebook Page",
  icon_key: "facebook",
  required_scopes: [
    "pages_show_list",
    "pages_read_engagement",
    "pages_read_user_content",
    "pages_manage_posts",
    "pages_manage_engagement",
    "read_insights",
  ],
  placements: [
    {
      name: "post",
      texts: [{ field: "text", max: 63_206, unit: "code_points" }],
      mediaField: "media_ids",
      media: [
        {
          kind: "image",
          mime_types: ["image/jpeg", "image/png", "image/gif"],
          min_count: 1,
          max_count: 10,
          max_bytes: 4 * MB,
        },
      ],
      mediaRequired: false,
    },
    {
      name: "reel",
      texts: [{ field: "text", max: 63_206, unit: "code_points" }],
      mediaField: "media_ids",
      media: [
        {
          kind: "video",
          mime_types: VIDEOS,
          min_count: 1,
          max_count: 1,
          max_bytes: null,
          duration: [3, 90],
          ...TALL,
        },
      ],
      mediaRequired: true,
    },
  ],
  link: true,
  engagement: ALL_ENGAGEMENT,
  metrics: true,
  fields: ["text", "media_ids", "link_url"],
};

export const INSTAGRAM_BUSINESS: Limits = {
  display_name: "Instagram Business",
  icon_key: "instagram",
  required_scopes: [
    "instagram_basic",
    "instagram_content_publish",
    "instagram_manage_comments",
    "instagram_manage_insights",
    "pages_show_list",
    "pages_read_engagement",
  ],
  placements: [
    {
      name: "feed",
      texts: [caption(2200)],
      mediaField: "media_ids",
      media: [{ kind: "image", mime_types: PHOTOS, min_count: 1, max_count: 10, max_bytes: 8 * MB, ...WIDE }],
      mediaRequired: true,
    },
    {
      name: "reel",
      texts: [caption(2200)],
      mediaField: "media_ids",
      media: [
        {
          kind: "video",
          mime_types: VIDEOS,
          min_count: 1,
          max_count: 1,
          max_bytes: 300 * MB,
          duration: [3, 900],
        },
      ],
      mediaRequired: true,
    },
    {
      name: "story",
      texts: [caption(2200)],
      mediaField: "media_ids",
      media: [
        { kind: "image", mime_types: PHOTOS, min_count: 1, max_count: 1, max_bytes: 8 * MB },
        {
          kind: "video",
          mime_types: VIDEOS,
          min_count: 1,
          max_count: 1,
          max_bytes: 100 * MB,
          duration: [3, 60],
        },
      ],
      mediaRequired: true,
    },
  ],
  link: false,
  engagement: ALL_ENGAGEMENT,
  metrics: true,
  fields: ["placement", "share_to_feed", "caption", "media_ids"],
};

function caption(max: number): TextLimit {
  return { field: "caption", max, unit: "code_points", hashtags: 30, mentions: 20 };
}
