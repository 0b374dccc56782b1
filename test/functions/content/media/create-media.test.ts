import { beforeAll, describe, expect, test } from "vitest";
import { businessMedia, media } from "#functions/content/media/routes.ts";
import { keysWith } from "#test/support/bucket.ts";
import { ok, refused } from "#test/support/client.ts";
import { drawing, type FormFile, formOf, HEIGHT, samplePictures, WIDTH } from "#test/support/media.ts";
import { member, openStore, type TestStore } from "#test/support/world.ts";

let pictures: Awaited<ReturnType<typeof samplePictures>>;

beforeAll(async () => {
  pictures = await samplePictures();
});

const upload = ({ id: storeId, owner }: TestStore, files: FormFile[], urls: string[] = []) =>
  ok(media.createMedia, { params: { storeId }, as: owner, raw: formOf(files, urls) });
const refusedUpload = ({ id: storeId, owner }: TestStore, files: FormFile[], urls: string[] = []) =>
  refused(media.createMedia, { params: { storeId }, as: owner, raw: formOf(files, urls) });

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n");
const mp4 = Buffer.concat([
  Buffer.from("\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41", "latin1"),
  Buffer.alloc(64),
]);
const mov = Buffer.concat([Buffer.from("\0\0\0\x14ftypqt  \0\0\x02\0qt  ", "latin1"), Buffer.alloc(64)]);
const webm = Buffer.from(
  "1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701",
  "hex",
);
const wav = Buffer.concat([
  Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0", "latin1"),
  Buffer.alloc(40),
]);
const mp3 = Buffer.concat([
  Buffer.from("ID3\x03\0\0\0\0\0\0", "latin1"),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(417),
]);
const ogg = Buffer.concat([
  Buffer.from("OggS\0\x02\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x01\x1e\x01vorbis", "latin1"),
  Buffer.alloc(40),
]);
const doc = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1024)]);

const utf16 = (text: string) => Buffer.from(text, "utf16le");

/** A copy of a file whose header names another brand of its format. */
function withBrand(bytes: Buffer, brand: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(brand, 8, "latin1");
  return copy;
}

/** An Office file: an archive whose first file names its type. */
function officeFile(kind: "wordprocessingml.document" | "spreadsheetml.sheet"): Buffer {
  const types = `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
  const name = "[Content_Types].xml";
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(types.length, 18);
  header.writeUInt32LE(types.length, 22);
  header.writeUInt16LE(name.length, 26);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return Buffer.concat([header, Buffer.from(name + types), end]);
}

describe("an upload", () => {
  test("of several files makes a record of each in their order, and their URLs serve them", async () => {
    const store = await openStore();
    const [shoe, plan] = await upload(store, [
      { name: "Red Shoe.JPG", bytes: pictures.jpg, type: "image/jpeg" },
      { name: "plan.pdf", bytes: pdf },
    ]);
    expect(shoe).toMatchObject({
      store_id: store.id,
      name: "Red Shoe.JPG",
      mime_type: "image/jpeg",
      size: pictures.jpg.length,
      slug: { en: "red-shoe" },
      metadata: { width: WIDTH, height: HEIGHT },
      resolutions: { small: { width: WIDTH, height: HEIGHT, url: shoe?.url } },
    });
    expect(shoe?.url).toMatch(/\/red-shoe\.jpg$/);
    expect(plan).toMatchObject({ mime_type: "application/pdf", metadata: { width: null, height: null } });
    const answer = await fetch(shoe?.url ?? "");
    expect(Buffer.from(await answer.arrayBuffer()).equals(pictures.jpg)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("immutable"),
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect(await keysWith(store.id)).toHaveLength(2);
    expect(await ok(media.getMedia, { params: { storeId: store.id, mediaId: shoe?.id ?? "" } })).toEqual(
      shoe,
    );
  });

  test.each([
    ["a.png", "image/png", () => pictures.png],
    ["a.gif", "image/gif", () => pictures.gif],
    ["a.webp", "image/webp", () => pictures.webp],
    ["a.avif", "image/avif", () => pictures.avif],
    ["a.jpeg", "image/jpeg", () => pictures.jpg],
    ["a.svg", "image/svg+xml", () => pictures.svg],
    [
      "b.svg",
      "image/svg+xml",
      () =>
        Buffer.from(`\ufeff<?xml version="1.0"?>\n<!-- x --><!DOCTYPE svg [<!ENTITY a "b">]>\n${drawing()}`),
    ],
    // XML 1.0, 4.3.3: every reader accepts UTF-16, in either byte order.
    ["c.svg", "image/svg+xml", () => utf16(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${drawing()}`)],
    ["d.svg", "image/svg+xml", () => utf16(`\ufeff${drawing()}`).swap16()],
    // AV1 Image File Format, 6: the brand may be among the compatible ones.
    ["m.avif", "image/avif", () => withBrand(pictures.avif, "mif1")],
    ["a.jfif", "image/jpeg", () => pictures.jpg],
    // ISO 32000-1, H.3.4.1.
    ["b.pdf", "application/pdf", () => Buffer.concat([Buffer.from("\r\n"), pdf])],
    // 3GPP TS 26.244, 5.3: the format of phones.
    ["b.mp4", "video/mp4", () => withBrand(mp4, "3gp4")],
    ["a.pdf", "application/pdf", () => pdf],
    ["a.doc", "application/msword", () => doc],
    ["a.xls", "application/vnd.ms-excel", () => doc],
    [
      "a.docx",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      () => officeFile("wordprocessingml.document"),
    ],
    [
      "a.xlsx",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      () => officeFile("spreadsheetml.sheet"),
    ],
    ["a.mp4", "video/mp4", () => mp4],
    ["a.mov", "video/quicktime", () => mov],
    ["a.webm", "video/webm", () => webm],
    ["a.mp3", "audio/mpeg", () => mp3],
    ["a.wav", "audio/wav", () => wav],
    ["a.ogg", "audio/ogg", () => ogg],
    ["blob", "image/png", () => pictures.png],
  ])("of %s is taken as %s", async (name, type, bytes) => {
    const [made] = await upload(await openStore(), [{ name, bytes: bytes() }]);
    expect(made).toMatchObject({ name, mime_type: type });
    expect((await fetch(made?.url ?? "")).headers.get("content-type")).toBe(type);
  });

  test("is all or nothing: one bad file leaves nothing in the bucket or the list", async () => {
    const store = await openStore();
    const good = { name: "good.png", bytes: pictures.png };
    const refusal = await refusedUpload(store, [
      good,
      { name: "bad.png", bytes: Buffer.from("no picture") },
      good,
    ]);
    expect(refusal).toMatchObject({ status: 400, error: "MEDIA.INVALID_FILE_TYPE" });
    expect(refusal.body.message).toContain("bad.png");
    expect(await keysWith(store.id)).toEqual([]);
    const params = { storeId: store.id };
    expect((await ok(media.listMedia, { params, query: { limit: 10 } })).items).toEqual([]);
  });

  test.each([
    ["a picture under the name of another type", "a.png", () => pictures.jpg],
    ["an HTML page", "a.html", () => Buffer.from("<html><script>alert(1)</script>")],
    ["an HTML page named as a picture", "a.svg", () => Buffer.from("<html><svg/></html>")],
    ["a script behind two extensions", "photo.jpg.exe", () => pictures.jpg],
    ["a spreadsheet named as a text document", "a.docx", () => officeFile("spreadsheetml.sheet")],
    ["an archive", "a.docx", () => Buffer.from("PK\x03\x04\x14\0\0\0\0\0hello", "latin1")],
    ["nothing", "a.png", () => Buffer.alloc(0)],
    ["the header of a picture alone", "a.png", () => pictures.png.subarray(0, 12)],
    ["text", "notes.txt", () => Buffer.from("hello")],
    ["text without a file name", "blob", () => Buffer.from("hello")],
    ["an m4a", "a.mp4", () => Buffer.from("\0\0\0\x18ftypM4A \0\0\0\0M4A mp42", "latin1")],
  ])("of %s is refused", async (_, name, bytes) => {
    const store = await openStore();
    expect(await refusedUpload(store, [{ name, bytes: bytes() }])).toMatchObject({
      status: 400,
      error: "MEDIA.INVALID_FILE_TYPE",
    });
    expect(await keysWith(store.id)).toEqual([]);
  });

  test("keeps any file name, made safe", async () => {
    const store = await openStore();
    const names: [sent: string, kept: string, file: string][] = [
      ["../../etc/passwd.png", "passwd.png", "passwd.png"],
      ["C:\\pictures\\me.png", "me.png", "me.png"],
      ["Schöne Grüße 漢字 عربى.png", "Schöne Grüße 漢字 عربى.png", "schöne-grüße-漢字-عربى.png"],
      ["\u202egnp.exe.png", "gnp.exe.png", "gnp-exe.png"],
      ["🎉.png", "🎉.png", "file.png"],
      [`${"x".repeat(1000)}.png`, `${"x".repeat(196)}.png`, `${"x".repeat(80)}.png`],
    ];
    const made = await upload(
      store,
      names.map(([name]) => ({ name, bytes: pictures.png })),
    );
    expect(made.map(({ name }) => name)).toEqual(names.map(([, kept]) => kept));
    const files = made.map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)));
    expect(files).toEqual(names.map(([, , file]) => file));
    for (const { url } of made) expect((await fetch(url)).status).toBe(200);
  });

  test("needs between one and ten files", async () => {
    const store = await openStore();
    expect(await refusedUpload(store, [])).toMatchObject({ status: 400, error: "GENERAL.BAD_REQUEST" });
    const many = Array.from({ length: 11 }, () => ({ name: "a.pdf", bytes: pdf }));
    expect(await refusedUpload(store, many)).toMatchObject({ status: 400, error: "GENERAL.BAD_REQUEST" });
    expect(await upload(store, many.slice(1))).toHaveLength(10);
    const params = { storeId: store.id };
    for (const [raw, type] of [
      ["nonsense", "multipart/form-data; boundary=x"],
      [
        "--x\r\nContent-Disposition: form-data; name=files; filename=a\r\n\r\nno end",
        "multipart/form-data; boundary=x",
      ],
      ["", "multipart/form-data"],
      ["{}", "application/json"],
    ] as const) {
      const headers = { "content-type": type };
      const reply = await refused(media.createMedia, { params, as: store.owner, raw, headers });
      expect(reply).toMatchObject({ status: 400, error: "GENERAL.BAD_REQUEST" });
    }
  });

  test("needs WRITE", async () => {
    const { id: storeId } = await openStore();
    const raw = formOf([{ name: "a.pdf", bytes: pdf }]);
    expect(await refused(media.createMedia, { params: { storeId }, raw })).toMatchObject({ status: 401 });
    const viewer = await member(storeId, "viewer");
    expect(await refused(media.createMedia, { params: { storeId }, as: viewer, raw })).toMatchObject({
      status: 403,
    });
  });

  test.each([
    ["just above the limit", 4_706_304],
    ["far above the limit", 8_000_000],
  ])(
    "of a request %s names the limit, and the path for larger files in the caller's interface",
    async (_, size) => {
      const { id, owner: as } = await openStore();
      const raw = () => formOf([{ name: "a.png", bytes: Buffer.alloc(size) }]);
      for (const [refusal, path] of [
        [
          await refused(media.createMedia, { params: { storeId: id }, as, raw: raw() }),
          `/v1/stores/${id}/media/uploads`,
        ],
        [
          await refused(businessMedia.createBusinessMedia, { params: { businessId: id }, as, raw: raw() }),
          `/v1/businesses/${id}/media/uploads`,
        ],
      ] as const) {
        expect(refusal).toMatchObject({ status: 413, error: "MEDIA.FILE_TOO_LARGE" });
        expect(refusal.body.message).toContain("4706304 bytes");
        expect(refusal.body.message).toContain(`POST ${path}`);
      }
    },
  );

  test("of the largest allowed request is read", async () => {
    const { id: storeId, owner: as } = await openStore();
    const file = { name: "a.png", bytes: Buffer.alloc(4_706_304 - 1000) };
    const refusal = await refused(media.createMedia, { params: { storeId }, as, raw: formOf([file]) });
    expect(refusal).toMatchObject({ status: 400, error: "MEDIA.INVALID_FILE_TYPE" });
  });
});

test("a business sees the same files with its own field names", async () => {
  const { id: businessId, owner } = await openStore();
  const params = { businessId };
  const [made] = await ok(businessMedia.createBusinessMedia, {
    params,
    as: owner,
    raw: formOf([{ name: "Blue Hat.png", bytes: pictures.png }]),
  });
  expect(made).toMatchObject({ businessId, name: "Blue Hat.png", mimeType: "image/png" });
  const page = await ok(businessMedia.listBusinessMedia, {
    params,
    query: { limit: 5, mimeType: "image/png" },
  });
  expect(page).toEqual({ items: [made], data: [made], cursor: null });
  const query = { mediaId: made?.id ?? "" };
  await ok(businessMedia.deleteBusinessMedia, { params, as: owner, query });
  expect(await refused(businessMedia.deleteBusinessMedia, { params, as: owner, query })).toMatchObject({
    status: 400,
    error: "MEDIA.NOT_FOUND",
  });
});
