import { expect, test } from "vitest";
import { contentFor } from "#lib/engagement/social/content-for.ts";
import type { Source } from "#lib/engagement/social/post.ts";
import { PROVIDER_TYPES } from "#lib/engagement/social/schema.ts";
import { weightedLength } from "#lib/engagement/social/text-length.ts";
import { checkFields } from "#lib/engagement/social/validate-fields.ts";
import { readVideo } from "#lib/engagement/social/video.ts";
import { newFilm, newWebm } from "#test/support/films.ts";

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

test.each([
  [newFilm({ seconds: 140, width: 1080, height: 1920 }), { duration: 140, width: 1080, height: 1920 }],
  [
    newFilm({ seconds: 0.5, width: 640, height: 360, long: true, last: true }),
    { duration: 0.5, width: 640, height: 360 },
  ],
  [newWebm({ seconds: 12.5, width: 320, height: 240 }), { duration: 12.5, width: 320, height: 240 }],
])("a video's duration and size are read from its header with few ranged reads", async (bytes, facts) => {
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
test("a post's text is sent under the network's own field name", () => {
  const caption = { caption: "Guji is back", placement: "reel", share_to_feed: true, media_ids: ["media_1"] };
  expect(contentFor("facebook_page", caption)).toEqual({ text: "Guji is back", media_ids: ["media_1"] });
  expect(contentFor("instagram_business", caption)).toEqual(caption);
  expect(contentFor("x_account", { text: "own", caption: "other" })).toEqual({ text: "own" });
});

test("unknown fields and wrong types are reported; another network's fields are ignored", () => {
  expect(checkFields("x_account", { text: "a", titel: "b" })).toMatchObject([
    { field: "titel", error: "FIELD.UNKNOWN" },
  ]);
  const shape = { caption: "a", placement: "reel", share_to_feed: true, media_ids: [] };
  for (const type of PROVIDER_TYPES.filter((each) => each !== "instagram_business"))
    expect(checkFields(type, { type, ...shape })).toEqual([]);
  expect(checkFields("youtube_channel", { title: 1, privacy: "secret" })).toMatchObject([
    { field: "title" },
    { field: "privacy" },
  ]);
  expect(checkFields("sandbox", { type: "x_account", text: "a", media_ids: "m" })).toMatchObject([
    { field: "type" },
    { field: "media_ids" },
  ]);
});
