import sharp from "sharp";
import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { media } from "#functions/content/media/routes.ts";
import type { ProviderType } from "#lib/engagement/social/schema.ts";
import { validatePublication } from "#lib/engagement/social/validate.ts";
import { accountIdOf, createFile } from "#test/proofs/social-accounts.ts";
import { limitCases, type PostInput } from "#test/proofs/social-limits.ts";
import { ok } from "#test/support/client.ts";
import { newFilm } from "#test/support/films.ts";
import { formOf } from "#test/support/media.ts";
import { openStore, testContext } from "#test/support/world.ts";

const storeId = newId("store");
const accounts = new Map<ProviderType, Promise<string>>();

function cachedAccount(type: ProviderType): Promise<string> {
  const known = accounts.get(type) ?? accountIdOf(storeId, type);
  accounts.set(type, known);
  return known;
}

/** Fields at which content is refused. A short video stands for a longer one, because only its header is read. */
async function refusedFields(type: ProviderType, { content, files = [] }: PostInput): Promise<string[]> {
  const ids = await Promise.all(
    files.map((file) => {
      const isFilm = file.mime_type.startsWith("video/");
      return createFile(
        storeId,
        isFilm ? "video" : "image",
        isFilm ? newFilm({ ...file, bytes: 100 }) : Buffer.alloc(0),
        file,
      );
    }),
  );
  const named =
    type === "youtube_channel" || type === "tiktok_account" ? { video_media_id: ids[0] } : { media_ids: ids };
  const social_account_id = await cachedAccount(type);
  const body = { social_account_id, content: ids.length > 0 ? { ...content, ...named } : content };
  const { errors, warnings } = await validatePublication(testContext(), storeId, body);
  expect(warnings.filter(({ error }) => error === "unreadable_media")).toEqual([]);
  return errors.map(({ field }) => field);
}

test.each(limitCases())(
  "$type $limit: the maximum passes, and one more is an error at its field",
  async ({ type, field, most, beyond }) => {
    expect([await refusedFields(type, most), await refusedFields(type, beyond)]).toEqual([[], [field]]);
  },
);

test("real files of 4:5 and 4 MB pass, and one pixel or byte more does not", async () => {
  const store = await openStore();
  const draw = async (width: number, height: number, bytes?: number) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: "#a52" } })
      .jpeg()
      .toBuffer();
    // Bytes after the end of a JPEG are not part of the picture.
    const padded =
      bytes === undefined ? picture : Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    const raw = formOf([{ name: "a.jpg", bytes: padded }]);
    const [made] = await ok(media.createMedia, { params: { storeId: store.id }, as: store.owner, raw });
    return made?.id ?? "";
  };
  const errors = async (type: ProviderType, content: object, id: string) => {
    const social_account_id = await accountIdOf(store.id, type);
    const body = { social_account_id, content: { ...content, media_ids: [id] } };
    return (await validatePublication(testContext(), store.id, body)).errors.map(({ field }) => field);
  };
  const feed = { placement: "feed", caption: "x" };
  expect(await errors("instagram_business", feed, await draw(800, 1000))).toEqual([]);
  expect(await errors("instagram_business", feed, await draw(799, 1000))).toEqual(["media_ids[0]"]);
  expect(await errors("facebook_page", { text: "x" }, await draw(100, 100, 4_000_000))).toEqual([]);
  expect(await errors("facebook_page", { text: "x" }, await draw(100, 100, 4_000_001))).toEqual([
    "media_ids[0]",
  ]);
});
