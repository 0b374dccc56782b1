import type { Limits, MediaLimit, Placement, TextLimit, TextUnit } from "#lib/engagement/social/limit.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import { type Content, PROVIDER_TYPES, type ProviderType } from "#lib/engagement/social/schema.ts";

/** The properties of a file that a case needs. */
type FileSpec = { mime_type: string; size: number; width: number; height: number; seconds: number };

export type PostInput = { content: Content; files?: FileSpec[] };

/** A case of one limit: `most` just passes, and `beyond` is an error at `field`. */
type LimitCase = { type: ProviderType; limit: string; field: string; most: PostInput; beyond: PostInput };

type LimitPair = Omit<LimitCase, "type" | "limit">;
type PlacementLimits = { limits: Limits; placement: Placement };
type TextKey = Exclude<keyof TextLimit, "field" | "unit">;
type MediaKey = Exclude<keyof MediaLimit, "kind">;
type PostKey = "privacy" | "link" | "fields";

/** Height of a picture in pixels: large enough for an aspect ratio just beyond a limit. */
const PICTURE_HEIGHT = 4000;

/** Cases of every limit in the table. A new limit without a case does not compile or fails. */
export function limitCases(): LimitCase[] {
  return PROVIDER_TYPES.flatMap((type) => {
    const limits = LIMITS[type];
    const whole = withLimitNames(Object.keys(POST_CASES), (key) => POST_CASES[key as PostKey](limits));
    const each = limits.placements.flatMap((placement) => {
      const of = { limits, placement };
      const texts = placement.texts.flatMap((text) =>
        withLimitNames(Object.keys(text).filter(isTextKey), (key) => TEXT_CASES[key as TextKey](text, of)),
      );
      const files = placement.media.flatMap((media) =>
        withLimitNames(Object.keys(media).filter(isMediaKey), (key) =>
          MEDIA_CASES[key as MediaKey](media, of),
        ),
      );
      const place = ({ limit, ...made }: LimitPair & { limit: string }) => ({
        ...made,
        limit: `${placement.name} ${limit}`,
      });
      return [...texts, ...files].map(place);
    });
    return [...whole, ...each].map((made) => ({ type, ...made }));
  });
}

const isTextKey = (key: string) => key !== "field" && key !== "unit";
const isMediaKey = (key: string) => key !== "kind";

function withLimitNames(
  keys: string[],
  make: (key: string) => LimitPair[],
): (LimitPair & { limit: string })[] {
  return keys.flatMap((key) =>
    make(key).map((made, index) => ({ ...made, limit: `${made.field} ${key} ${index}` })),
  );
}

/** Pairs of texts: one of exactly `max` units, and one just beyond, with characters that are easily miscounted. */
const FILLING_TEXTS: Readonly<Record<TextUnit, (max: number) => [most: string, beyond: string][]>> = {
  code_points: (max) => [
    ["é".repeat(max), "é".repeat(max + 1)],
    ["👍".repeat(max), "👍".repeat(max + 1)],
  ],
  utf16: (max) => [
    ["e".repeat(max), "e".repeat(max + 1)],
    ["👍".repeat(max / 2), `${"👍".repeat(max / 2)}e`],
  ],
  bytes: (max) => [
    ["e".repeat(max), "e".repeat(max + 1)],
    ["日".repeat(Math.floor(max / 3)), `${"日".repeat(Math.floor(max / 3))}日`],
  ],
  weighted: (max) => [
    ["e".repeat(max), "e".repeat(max + 1)],
    ["日".repeat(max / 2), `${"日".repeat(max / 2)}e`],
    ["👨‍👩‍👧‍👦".repeat(max / 2), `${"👨‍👩‍👧‍👦".repeat(max / 2)}e`],
    [fullOfLinks(max), `${fullOfLinks(max)}e`],
  ],
};

/** Links separated by blanks: each counts 23 units whatever its length. */
function fullOfLinks(max: number): string {
  const count = Math.floor(max / 24);
  const links = "https://example.com/a/path/that/is/long ".repeat(count);
  return `${links}${"e".repeat(max - count * 24)}`;
}

const manyWords = (sign: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${sign}a${index}`).join(" ");

const TEXT_CASES: Readonly<Record<TextKey, (limit: TextLimit, of: PlacementLimits) => LimitPair[]>> = {
  max: ({ field, max, unit }, of) =>
    FILLING_TEXTS[unit](max).map(([most, beyond]) => textCase(of, field, most, beyond)),
  required: ({ field }, of) => [textCase(of, field, "x", ""), textCase(of, field, "x", " ")],
  without: ({ field, without = "" }, of) => [...without].map((bad) => textCase(of, field, "a", `a${bad}`)),
  hashtags: ({ field, hashtags = 0 }, of) => [
    textCase(of, field, manyWords("#", hashtags), manyWords("#", hashtags + 1)),
  ],
  mentions: ({ field, mentions = 0 }, of) => [
    textCase(of, field, manyWords("@", mentions), manyWords("@", mentions + 1)),
  ],
};

function textCase(of: PlacementLimits, field: string, most: string, beyond: string): LimitPair {
  const { content, files = [] } = smallestPost(of);
  const saying = (text: string) => ({ content: { ...content, [field]: text }, files });
  return { field, most: saying(most), beyond: saying(beyond) };
}

const MEDIA_CASES: Readonly<Record<MediaKey, (limit: MediaLimit, of: PlacementLimits) => LimitPair[]>> = {
  mime_types: (limit, of) => {
    const strange = { image: "image/tiff", animation: "image/tiff", video: "video/x-msvideo" }[limit.kind];
    return limit.mime_types.map((mime_type) => mediaCase(of, limit, { mime_type }, { mime_type: strange }));
  },
  min_count: (limit, of) => {
    // Without a named placement, a post without a file is of another kind.
    const isNamed = of.limits.placements.length === 1 || of.limits.fields.includes("placement");
    if (!of.placement.mediaRequired || !isNamed) return [];
    const { content } = smallestPost(of);
    const files = Array.from({ length: limit.min_count }, () => smallestFile(limit));
    return [{ field: of.placement.mediaField, most: { content, files }, beyond: { content, files: [] } }];
  },
  max_count: (limit, of) => {
    if (of.placement.mediaField !== "media_ids") return [];
    const some = (count: number) => ({
      content: smallestPost(of).content,
      files: Array.from({ length: count }, () => smallestFile(limit)),
    });
    return [{ field: "media_ids", most: some(limit.max_count), beyond: some(limit.max_count + 1) }];
  },
  max_bytes: (limit, of) => {
    const { max_bytes } = limit;
    return max_bytes === null ? [] : [mediaCase(of, limit, { size: max_bytes }, { size: max_bytes + 1 })];
  },
  aspect: (limit, of) => {
    const [least, most] = limit.aspect ?? [1, 1];
    const wide = (ratio: number, more: number) => ({
      height: PICTURE_HEIGHT,
      width: Math.round(ratio * PICTURE_HEIGHT) + more,
    });
    return [
      mediaCase(of, limit, wide(least, 0), wide(least, -1)),
      mediaCase(of, limit, wide(most, 0), wide(most, 1)),
    ];
  },
  duration: (limit, of) => {
    const [least, most] = limit.duration ?? [1, 1];
    return [
      mediaCase(of, limit, { seconds: least }, { seconds: least - 0.001 }),
      mediaCase(of, limit, { seconds: most }, { seconds: most + 0.001 }),
    ];
  },
};

function mediaCase(
  of: PlacementLimits,
  limit: MediaLimit,
  most: Partial<FileSpec>,
  beyond: Partial<FileSpec>,
): LimitPair {
  const { content } = smallestPost(of);
  const { mediaField } = of.placement;
  const file = smallestFile(limit);
  return {
    field: mediaField === "media_ids" ? "media_ids[0]" : mediaField,
    most: { content, files: [{ ...file, ...most }] },
    beyond: { content, files: [{ ...file, ...beyond }] },
  };
}

const POST_CASES: Readonly<Record<PostKey, (limits: Limits) => LimitPair[]>> = {
  privacy: ({ privacy = [], placements: [placement], ...rest }) => {
    if (!placement) return [];
    const { content, files = [] } = smallestPost({ limits: { ...rest, placements: [placement] }, placement });
    const as = (word: string) => ({ content: { ...content, privacy: word }, files });
    return privacy.map((word) => ({ field: "privacy", most: as(word), beyond: as("secret") }));
  },
  link: (limits) => {
    const [placement] = limits.placements;
    if (!placement || !limits.link) return [];
    const { content, files = [] } = smallestPost({ limits, placement });
    const to = (link_url: string) => ({ content: { ...content, link_url }, files });
    return [{ field: "link_url", most: to("https://example.com/a"), beyond: to("ftp://example.com/a") }];
  },
  fields: (limits) => {
    const [placement] = limits.placements;
    if (!placement) return [];
    const { content, files = [] } = smallestPost({ limits, placement });
    return [
      {
        field: "colour",
        most: { content, files },
        beyond: { content: { ...content, colour: "red" }, files },
      },
    ];
  },
};

/** The smallest valid post of a placement. */
function smallestPost({ limits, placement }: PlacementLimits): PostInput {
  const [limit] = placement.media;
  const texts = Object.fromEntries(placement.texts.map(({ field }) => [field, "x"]));
  const chosen = limits.fields.includes("placement") ? { placement: placement.name } : {};
  return {
    content: { ...texts, ...chosen },
    ...(placement.mediaRequired && limit ? { files: [smallestFile(limit)] } : {}),
  };
}

function smallestFile({ mime_types: [mime_type = ""], aspect, duration }: MediaLimit): FileSpec {
  const [narrow, wide] = aspect ?? [1, 1];
  const [least, most] = duration ?? [10, 10];
  const width = Math.round(((narrow + wide) / 2) * PICTURE_HEIGHT);
  return { mime_type, size: 1000, width, height: PICTURE_HEIGHT, seconds: Math.round((least + most) / 2) };
}
