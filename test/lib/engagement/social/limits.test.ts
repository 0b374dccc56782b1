import { describe, expect, test } from "vitest";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import type { Source } from "#lib/engagement/social/post.ts";
import { type Content, PROVIDER_TYPES } from "#lib/engagement/social/schema.ts";
import { lengthOf, weightedLength } from "#lib/engagement/social/text-length.ts";
import { checkFields, checkTexts } from "#lib/engagement/social/validate-fields.ts";
import { checkMedia, type File } from "#lib/engagement/social/validate-media.ts";
import { readVideo } from "#lib/engagement/social/video.ts";
import { newFilm, newWebm } from "#test/support/films.ts";

const FILLERS = { code_points: "é", utf16: "e", bytes: "e", weighted: "e" } as const;

const texts = PROVIDER_TYPES.flatMap((type) =>
  LIMITS[type].placements.flatMap((placement) =>
    placement.texts.map((limit) => ({ type, placement, limit })),
  ),
);

test.each(texts)(
  "$type $placement.name: $limit.field takes $limit.max, and one more is an error at it",
  ({ type, placement, limit }) => {
    const others = Object.fromEntries(placement.texts.map(({ field }) => [field, "x"]));
    const wrong = (content: Content) =>
      checkTexts(LIMITS[type], placement, content, true).map(({ field }) => field);
    const most = FILLERS[limit.unit].repeat(limit.max);
    expect(lengthOf(most, limit.unit)).toBe(limit.max);
    expect(wrong({ ...others, [limit.field]: most })).toEqual([]);
    expect(wrong({ ...others, [limit.field]: `${most}e` })).toEqual([limit.field]);
  },
);

test("hashtags and mentions are counted: 30 and 20, not one more", () => {
  const [feed] = LIMITS.instagram_business.placements;
  if (!feed) throw new Error("There is no placement.");
  const wrong = (caption: string) => checkTexts(LIMITS.instagram_business, feed, { caption }, true);
  const many = (sign: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${sign}a${index}`).join(" ");
  expect(wrong(many("#", 30))).toEqual([]);
  expect(wrong(many("#", 31))).toMatchObject([{ field: "caption" }]);
  expect(wrong(many("@", 20))).toEqual([]);
  expect(wrong(many("@", 21))).toMatchObject([{ field: "caption" }]);
});

test.each([
  ["e".repeat(280), 280],
  ["日".repeat(140), 280],
  ["한국어", 6],
  ["👨‍👩‍👧‍👦", 2],
  ["👍🏽", 2],
  ["🇩🇪", 2],
  ["https://example.com/a/very/long/path?with=query", 23],
  ["see https://example.com/x now", 31],
  ["visit example.com today", 35],
  ["“quoted” – dash", 15],
])("the weighted length of %s is %i", (text, length) => {
  expect(weightedLength(text)).toBe(length);
});

describe("files", () => {
  const file = (
    fields: Partial<NonNullable<File["media"]>> & { width?: number; height?: number },
    kind: File["kind"],
    id = "media_1",
  ): File => {
    const { width = null, height = null, ...rest } = fields;
    const url = "https://media.example/a";
    const one = { id: "media_a:original", url, width, height, size: 1000 };
    return {
      id,
      kind,
      media: {
        id,
        store_id: "store_1",
        name: "a",
        mime_type: "image/jpeg",
        size: 1000,
        slug: {},
        url,
        metadata: { width, height },
        resolutions: { original: one, large: one, medium: one, small: one },
        created_at: 0,
        updated_at: 0,
        ...rest,
      },
    };
  };
  const pictures = PROVIDER_TYPES.flatMap((type) =>
    LIMITS[type].placements.flatMap((placement) =>
      placement.media.filter(({ kind }) => kind !== "video").map((limit) => ({ type, placement, limit })),
    ),
  );

  test.each(pictures)(
    "$type $placement.name: bytes, count and shape of an $limit.kind",
    async ({ placement, limit }) => {
      const [mime_type = ""] = limit.mime_types;
      const shape = limit.aspect ? { width: 1000, height: 1000 } : {};
      const errors = async (files: File[]) =>
        (await checkMedia(placement, files)).errors.map(({ field }) => field);
      const some = (count: number) =>
        Array.from({ length: count }, (_, index) =>
          file({ mime_type, ...shape }, limit.kind, `media_${index}`),
        );
      expect(await errors(some(limit.max_count))).toEqual([]);
      expect(await errors(some(limit.max_count + 1))).toEqual([placement.mediaField]);
      if (limit.max_bytes !== null) {
        expect(await errors([file({ mime_type, size: limit.max_bytes, ...shape }, limit.kind)])).toEqual([]);
        expect(await errors([file({ mime_type, size: limit.max_bytes + 1, ...shape }, limit.kind)])).toEqual([
          "media_ids[0]",
        ]);
      }
      expect(await errors([file({ mime_type: "image/tiff", ...shape }, limit.kind)])).toEqual([
        "media_ids[0]",
      ]);
      if (limit.aspect) {
        expect(await errors([file({ mime_type, width: 800, height: 1000 }, limit.kind)])).toEqual([]);
        expect(await errors([file({ mime_type, width: 799, height: 1000 }, limit.kind)])).toEqual([
          "media_ids[0]",
        ]);
        expect(await errors([file({ mime_type, width: 1910, height: 1000 }, limit.kind)])).toEqual([]);
        expect(await errors([file({ mime_type, width: 1911, height: 1000 }, limit.kind)])).toEqual([
          "media_ids[0]",
        ]);
      }
    },
  );

  test.each([
    [newFilm({ seconds: 140, width: 1080, height: 1920 }), { duration: 140, width: 1080, height: 1920 }],
    [
      newFilm({ seconds: 0.5, width: 640, height: 360, long: true, last: true }),
      { duration: 0.5, width: 640, height: 360 },
    ],
    [newWebm({ seconds: 12.5, width: 320, height: 240 }), { duration: 12.5, width: 320, height: 240 }],
  ])("a video says how long it is in its own header, by few ranged reads", async (bytes, facts) => {
    let read = 0;
    const source: Source = {
      size: bytes.length,
      read: async (start, end) => {
        read += end - start;
        return bytes.subarray(start, end);
      },
    };
    expect(await readVideo(source)).toMatchObject(facts);
    expect(read).toBeLessThan(70_000);
    expect(await readVideo({ size: 10, read: async () => Buffer.from("not a film") })).toBeUndefined();
  });
});

test("fields that a network does not know, and types that are wrong, are named", () => {
  expect(checkFields("x_account", { text: "a", title: "b" })).toMatchObject([
    { field: "title", error: "FIELD.UNKNOWN" },
  ]);
  expect(checkFields("youtube_channel", { title: 1, privacy: "secret" })).toMatchObject([
    { field: "title" },
    { field: "privacy" },
  ]);
  expect(checkFields("sandbox", { type: "x_account", text: "a", media_ids: "m" })).toMatchObject([
    { field: "type" },
    { field: "media_ids" },
  ]);
});
