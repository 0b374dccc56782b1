import * as z from "zod";
import { anyCase, ListQuery, MAX_PAGE_SIZE, page, queryIds, queryInt } from "#core/http/page.ts";
import { recordVersion } from "#core/view-schema.ts";

export const KINDS = ["image", "document", "video", "audio"] as const;
export type Kind = (typeof KINDS)[number];

/** Most files and urls of one upload, so that their records fit one transaction. */
export const MAX_ITEMS = 10;

const Slug = z.record(z.string().max(35), z.string().max(200));
const Alt = z.record(z.string(), z.string());

export const StoredMedia = z.object({
  id: z.string(),
  store_id: z.string(),
  /** The sent file name, without folders and control characters. */
  name: z.string(),
  /** The file name in public URLs. */
  file: z.string(),
  kind: z.enum(KINDS),
  mime_type: z.string(),
  size: z.int(),
  slug: Slug,
  /** The alternative text of a picture, by language. */
  alt: Alt.default({}),
  /** Pixels as a viewer sees them; null for files other than pictures. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type StoredMedia = z.output<typeof StoredMedia>;

/** One size of a picture. */
export const MediaResolution = z.object({
  id: z.string(),
  url: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Bytes; null for a size that is made on request. */
  size: z.int().nullable(),
});
const Resolutions = z.object({
  original: MediaResolution,
  large: MediaResolution,
  medium: MediaResolution,
  small: MediaResolution,
});
export type Resolutions = z.output<typeof Resolutions>;

const URL_EXAMPLE =
  "https://media.example.com/store_01j9z3k4m5n6p7q8r9s0t1v2w3/media_01j9z3k4m5n6p7q8r9s0t1v2w3/red-shoe.jpg";
const resolution = (name: string, query: string, width: number, height: number) => ({
  id: `media_01j9z3k4m5n6p7q8r9s0t1v2w3:${name}`,
  url: `${URL_EXAMPLE}${query}`,
  width,
  height,
  size: query ? null : 482133,
});
const RESOLUTIONS_EXAMPLE = {
  original: resolution("original", "", 2400, 1600),
  large: resolution("large", "?w=1600", 1600, 1067),
  medium: resolution("medium", "?w=800", 800, 533),
  small: resolution("small", "?w=320", 320, 213),
};

export const Media = z
  .object({
    id: z.string(),
    store_id: z.string(),
    name: z.string(),
    mime_type: z.string(),
    size: z.int(),
    slug: Slug,
    alt: Alt,
    url: z.string(),
    metadata: z.object({ width: z.int().nullable(), height: z.int().nullable() }),
    resolutions: Resolutions,
    created_at: z.int(),
    updated_at: z.int(),
    version: recordVersion(),
  })
  .meta({
    examples: [
      {
        id: "media_01j9z3k4m5n6p7q8r9s0t1v2w3",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        name: "Red Shoe.jpg",
        mime_type: "image/jpeg",
        size: 482133,
        slug: { en: "red-shoe" },
        alt: { en: "A red shoe from the side" },
        url: URL_EXAMPLE,
        metadata: { width: 2400, height: 1600 },
        resolutions: RESOLUTIONS_EXAMPLE,
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export type Media = z.input<typeof Media>;
export const MediaPage = page(Media);
export const MediaArray = z.array(Media);

export const BusinessMedia = z
  .object({
    id: z.string(),
    businessId: z.string(),
    name: z.string(),
    mimeType: z.string(),
    size: z.int(),
    url: z.string(),
    slug: Slug,
    metadata: z.object({ width: z.int().nullable(), height: z.int().nullable() }),
    resolutions: Resolutions,
    createdAt: z.int(),
    updatedAt: z.int(),
  })
  .meta({
    examples: [
      {
        id: "media_01j9z3k4m5n6p7q8r9s0t1v2w3",
        businessId: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        name: "Red Shoe.jpg",
        mimeType: "image/jpeg",
        size: 482133,
        url: URL_EXAMPLE,
        slug: { en: "red-shoe" },
        metadata: { width: 2400, height: 1600 },
        resolutions: RESOLUTIONS_EXAMPLE,
        createdAt: 1790000000,
        updatedAt: 1790000000,
      },
    ],
  });
export type BusinessMedia = z.input<typeof BusinessMedia>;
export const BusinessMediaPage = page(BusinessMedia).extend({ data: z.array(BusinessMedia) });
export const BusinessMediaArray = z.array(BusinessMedia);

const MimeFilter = z
  .string()
  .toLowerCase()
  .regex(/^[a-z]+(\/([a-z0-9.+-]+|\*))?$/, "must be a type such as image/png, or image/* for all of a kind");

const limit = queryInt(1, MAX_PAGE_SIZE);

export const MediaQuery = ListQuery.extend({
  limit,
  ids: queryIds.optional(),
  mime_type: MimeFilter.optional(),
});
export type MediaQuery = z.output<typeof MediaQuery>;

const SORT_FIELDS = { created_at: "created_at", updated_at: "updated_at", key: "key" } as const;

/** The query of media with the parameter names of /v1/businesses. */
export const BusinessMediaQuery = z.object({
  limit,
  cursor: z.string().min(1).optional(),
  ids: queryIds.optional(),
  query: z.string().max(200).optional(),
  mimeType: MimeFilter.optional(),
  sortField: z
    .string()
    .transform((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .pipe(z.enum(SORT_FIELDS))
    .optional(),
  sortDirection: anyCase(["asc", "desc"]).optional(),
});

export const DeleteQuery = z.object({ mediaId: z.string().min(1).max(200) });

/** The fields of a multipart body, for the reference page; the body itself is parsed as a stream. */
export const UploadMedia = z
  .object({
    files: z.array(z.string().meta({ format: "binary" })).optional(),
    urls: z.array(z.string()).optional(),
  })
  .meta({ examples: [{ urls: ["https://example.com/red-shoe.jpg"] }] });

export const CreateUpload = z
  .object({
    filename: z.string().min(1).max(1000),
    mime_type: z.string().min(1).max(200).optional(),
    size: z.int().min(1),
  })
  .meta({ examples: [{ filename: "tour.mp4", mime_type: "video/mp4", size: 73400320 }] });

/** An upload whose client posts the file straight into the bucket, or the files of a running request. */
export const StoredUpload = z.object({
  id: z.string(),
  store_id: z.string(),
  /** Ids of the files that the upload will create; their bytes may already be in the bucket. */
  media_ids: z.array(z.string()),
  name: z.string(),
  size: z.int(),
  status: z.enum(["pending", "completed"]),
  /** Time until which it can be completed. */
  expires_at: z.int(),
  created_at: z.int(),
});
export type StoredUpload = z.output<typeof StoredUpload>;

export const MediaUpload = z
  .object({
    id: z.string(),
    media_id: z.string(),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
    expires_at: z.int(),
  })
  .meta({
    examples: [
      {
        id: "upl_01j9z3k4m5n6p7q8r9s0t1v2w3",
        media_id: "media_01j9z3k4m5n6p7q8r9s0t1v2w3",
        url: "https://bucket.s3.amazonaws.com/",
        fields: { key: "uploads/store_01j9z3k4m5n6p7q8r9s0t1v2w3/upl_01j9z3k4m5n6p7q8r9s0t1v2w3" },
        expires_at: 1790003600,
      },
    ],
  });
export type MediaUpload = z.output<typeof MediaUpload>;

/** One record that refers to one file. */
export const Reference = z.object({
  store_id: z.string(),
  media_id: z.string(),
  /** Kind of record, such as `entry`, and its id. */
  resource: z.string(),
  record_id: z.string(),
});
export type Reference = z.output<typeof Reference>;

/** One record and all files that it refers to. */
export const Referrer = Reference.pick({ store_id: true, resource: true, record_id: true }).extend({
  media_ids: z.array(z.string()),
});
export type Referrer = z.output<typeof Referrer>;

export const UsagePage = page(z.object({ resource: z.string(), record_id: z.string() }));
