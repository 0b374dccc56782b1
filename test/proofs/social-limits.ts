import type { Limits, MediaLimit, Placement, TextLimit, TextUnit } from "#lib/engagement/social/limit.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import { type Content, PROVIDER_TYPES, type ProviderType } from "#lib/engagement/social/schema.ts";

/** A file that a case needs: its record, and a film's header. */
type FileSpec = { mime_type: string; size: number; width: number; height: number; seconds: number };

export type Sent = { content: Content; files?: FileSpec[] };

/** A case of one limit: `most` just passes, and `beyond` is an error at `field`. */
type LimitCase = { type: ProviderType; limit: string; field: string; most: Sent; beyond: Sent };

type Made = Omit<LimitCase, "type" | "limit">;
type Of = { limits: Limits; placement: Placement };
type TextKey = Exclude<keyof TextLimit, "field" | "unit">;
type MediaKey = Exclude<keyof MediaLimit, "kind">;
type WholeKey = "privacy" | "link" | "fields";

/** Height of a picture in pixels: large enough for an aspect ratio just beyond a limit. */
const HIGH = 4000;

/** Cases of every limit in the table. A new limit without a case does not compile or fails. */
export function limitCases(): LimitCase[] {
  return PROVIDER_TYPES.flatMap((type) => {
    const limits = LIMITS[type];
    const whole = named(Object.keys(WHOLE), (key) => WHOLE[key as WholeKey](limits));
    const each = limits.placements.flatMap((placement) => {
      const of = { limits, placement };
      const texts = placement.texts.flatMap((text) =>
        named(Object.keys(text).filter(isTextKey), (key) => TEXTS[key as TextKey](text, of)),
      );
      const files = placement.media.flatMap((media) =>
        named(Object.keys(media).filter(isMediaKey), (key) => MEDIA[key as MediaKey](media, of)),
      );
      const place = ({ limit, ...made }: Made & { limit: string }) => ({
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

function named(keys: string[], make: (key: string) => Made[]): (Made & { limit: string })[] {
  return keys.flatMap((key) =>
    make(key).map((made, index) => ({ ...made, limit: `${made.field} ${key} ${index}` })),
  );
}

/** Pairs of texts: one of exactly `max` units, and one just beyond, with characters that are easily miscounted. */
const FILLS: Readonly<Record<TextUnit, (max: number) => [most: string, beyond: string][]>> = {
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

const many = (sign: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${sign}a${index}`).join(" ");

const TEXTS: Readonly<Record<TextKey, (limit: TextLimit, of: Of) => Made[]>> = {
  max: ({ field, max, unit }, of) => FILLS[unit](max).map(([most, beyond]) => said(of, field, most, beyond)),
  required: ({ field }, of) => [said(of, field, "x", ""), said(of, field, "x", " ")],
  without: ({ field, without = "" }, of) => [...without].map((bad) => said(of, field, "a", `a${bad}`)),
  hashtags: ({ field, hashtags = 0 }, of) => [said(of, field, many("#", hashtags), many("#", hashtags + 1))],
  mentions: ({ field, mentions = 0 }, of) => [said(of, field, many("@", mentions), many("@", mentions + 1))],
};

function said(of: Of, field: string, most: string, beyond: string): Made {
  const { content, files = [] } = plain(of);
  const saying = (text: string) => ({ content: { ...content, [field]: text }, files });
  return { field, most: saying(most), beyond: saying(beyond) };
}

const MEDIA: Readonly<Record<MediaKey, (limit: MediaLimit, of: Of) => Made[]>> = {
  mime_types: (limit, of) => {
    const strange = { image: "image/tiff", animation: "image/tiff", video: "video/x-msvideo" }[limit.kind];
    return limit.mime_types.map((mime_type) => shown(of, limit, { mime_type }, { mime_type: strange }));
  },
  min_count: (limit, of) => {
    // Without a named placement, a post without a file is of another kind.
    const isNamed = of.limits.placements.length === 1 || of.limits.fields.includes("placement");
    if (!of.placement.mediaRequired || !isNamed) return [];
    const { content } = plain(of);
    const files = Array.from({ length: limit.min_count }, () => fileOf(limit));
    return [{ field: of.placement.mediaField, most: { content, files }, beyond: { content, files: [] } }];
  },
  max_count: (limit, of) => {
    if (of.placement.mediaField !== "media_ids") return [];
    const some = (count: number) => ({
      content: plain(of).content,
      files: Array.from({ length: count }, () => fileOf(limit)),
    });
    return [{ field: "media_ids", most: some(limit.max_count), beyond: some(limit.max_count + 1) }];
  },
  max_bytes: (limit, of) => {
    const { max_bytes } = limit;
    return max_bytes === null ? [] : [shown(of, limit, { size: max_bytes }, { size: max_bytes + 1 })];
  },
  aspect: (limit, of) => {
    const [least, most] = limit.aspect ?? [1, 1];
    const wide = (ratio: number, more: number) => ({ height: HIGH, width: Math.round(ratio * HIGH) + more });
    return [
      shown(of, limit, wide(least, 0), wide(least, -1)),
      shown(of, limit, wide(most, 0), wide(most, 1)),
    ];
  },
  duration: (limit, of) => {
    const [least, most] = limit.duration ?? [1, 1];
    return [
      shown(of, limit, { seconds: least }, { seconds: least - 0.001 }),
      shown(of, limit, { seconds: most }, { seconds: most + 0.001 }),
    ];
  },
};

function shown(of: Of, limit: MediaLimit, most: Partial<FileSpec>, beyond: Partial<FileSpec>): Made {
  const { content } = plain(of);
  const { mediaField } = of.placement;
  const file = fileOf(limit);
  return {
    field: mediaField === "media_ids" ? "media_ids[0]" : mediaField,
    most: { content, files: [{ ...file, ...most }] },
    beyond: { content, files: [{ ...file, ...beyond }] },
  };
}

const WHOLE: Readonly<Record<WholeKey, (limits: Limits) => Made[]>> = {
  privacy: ({ privacy = [], placements: [placement], ...rest }) => {
    if (!placement) return [];
    const { content, files = [] } = plain({ limits: { ...rest, placements: [placement] }, placement });
    const as = (word: string) => ({ content: { ...content, privacy: word }, files });
    return privacy.map((word) => ({ field: "privacy", most: as(word), beyond: as("secret") }));
  },
  link: (limits) => {
    const [placement] = limits.placements;
    if (!placement || !limits.link) return [];
    const { content, files = [] } = plain({ limits, placement });
    const to = (link_url: string) => ({ content: { ...content, link_url }, files });
    return [{ field: "link_url", most: to("https://example.com/a"), beyond: to("ftp://example.com/a") }];
  },
  fields: (limits) => {
    const [placement] = limits.placements;
    if (!placement) return [];
    const { content, files = [] } = plain({ limits, placement });
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
function plain({ limits, placement }: Of): Sent {
  const [limit] = placement.media;
  const texts = Object.fromEntries(placement.texts.map(({ field }) => [field, "x"]));
  const chosen = limits.fields.includes("placement") ? { placement: placement.name } : {};
  return {
    content: { ...texts, ...chosen },
    ...(placement.mediaRequired && limit ? { files: [fileOf(limit)] } : {}),
  };
}

function fileOf({ mime_types: [mime_type = ""], aspect, duration }: MediaLimit): FileSpec {
  const [narrow, wide] = aspect ?? [1, 1];
  const [least, most] = duration ?? [10, 10];
  const width = Math.round(((narrow + wide) / 2) * HIGH);
  return { mime_type, size: 1000, width, height: HIGH, seconds: Math.round((least + most) / 2) };
}
