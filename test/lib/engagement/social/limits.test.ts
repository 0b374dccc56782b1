import { expect, test } from "vitest";
import type { Source } from "#lib/engagement/social/post.ts";
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
