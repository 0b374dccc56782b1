import type { RequestListener } from "node:http";
import { pipeline, Readable } from "node:stream";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { media } from "#functions/content/media/routes.ts";
import { uploads } from "#lib/content/media/table.ts";
import { LIMITS } from "#lib/content/media/types.ts";
import { createMedia } from "#lib/content/media/uploads.ts";
import { keysWith } from "#test/support/bucket.ts";
import { refused } from "#test/support/client.ts";
import { formOf, samplePictures } from "#test/support/media.ts";
import { serve } from "#test/support/serve.ts";
import { openStore, testContext } from "#test/support/world.ts";

let pictures: Awaited<ReturnType<typeof samplePictures>>;

beforeAll(async () => {
  pictures = await samplePictures();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Starts a server on this machine, which tests may call as if it were public; returns its URL. */
async function site(listener: RequestListener): Promise<string> {
  const { url, stop } = await serve(listener);
  onTestFinished(stop);
  return url;
}

const storeFrom = (storeId: string, ...urls: string[]) =>
  createMedia(
    testContext(),
    storeId,
    urls.map((url) => ({ url })),
  );

test("a download becomes a file under its own or its given name", async () => {
  const { id: storeId } = await openStore();
  const base = await site((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/real%20name.png?x=1" });
    if (request.url === "/named")
      response.setHeader("content-disposition", 'attachment; filename="../given.png"');
    response.end(pictures.png);
  });
  const made = await storeFrom(storeId, `${base}/moved`, `${base}/named`, `${base}/image?id=3`, `${base}/`);
  expect(made.map(({ name, mime_type }) => [name, mime_type])).toEqual([
    ["real name.png", "image/png"],
    ["given.png", "image/png"],
    ["image", "image/png"],
    ["file", "image/png"],
  ]);
  expect(await keysWith(storeId)).toHaveLength(4);
});

test.each([
  ["image.php?id=3", "png", "image.png", "image/png"],
  ["photo.jpg:large", "jpg", "photo.jpg", "image/jpeg"],
  ["photo.jpg!w800", "jpg", "photo.jpg", "image/jpeg"],
  ["photo.jpg@2x", "jpg", "photo.jpg", "image/jpeg"],
  ["photo.jfif", "jpg", "photo.jfif", "image/jpeg"],
  ["photo.jpg", "webp", "photo.webp", "image/webp"],
  ["photo.jpg", "avif", "photo.avif", "image/avif"],
  ["download.aspx", "gif", "download.gif", "image/gif"],
  ["logo.html", "svg", "logo.svg", "image/svg+xml"],
  ["v1.2-shoe", "png", "v1.2-shoe.png", "image/png"],
  ["image", "png", "image", "image/png"],
  ["a.png/", "png", "file", "image/png"],
] as const)("a picture by address is what its bytes are: %s with %s", async (path, kind, name, type) => {
  const { id: storeId } = await openStore();
  const base = await site((_, response) => response.end(pictures[kind]));
  const [made] = await storeFrom(storeId, `${base}/${path}`);
  expect(made).toMatchObject({ name, mime_type: type });
});

// The examples of RFC 6266, 5 and RFC 8187, 3.2.3, and headers that servers send besides.
test.each([
  ['attachment; filename="a;b.png"', "a;b.png"],
  ['attachment; filename="a \\"b\\".png"', 'a "b".png'],
  ["attachment; filename=plain.png", "plain.png"],
  ["attachment; filename=\"EURO.png\"; filename*=UTF-8''%e2%82%ac%20rates.png", "€ rates.png"],
  ["attachment; filename*=utf-8'en'%C2%A3.png; filename=other.png", "£.png"],
  ["inline; FILENAME*=ISO-8859-1''%A3.png", "£.png"],
  ["attachment; filename*=UTF-8''%ff.png; filename=good.png", "good.png"],
  ["attachment; filename*=x-unknown''a.png; filename=good.png", "good.png"],
  ['attachment; filename="../../up.png"', "up.png"],
  [Buffer.from('attachment; filename="Grüße.png"').toString("latin1"), "Grüße.png"],
  ["inline", "address.png"],
])("the name of a download is the one that its server gives: %s", async (header, name) => {
  const { id: storeId } = await openStore();
  const base = await site((_, response) => {
    response.setHeader("content-disposition", header);
    response.end(pictures.png);
  });
  expect((await storeFrom(storeId, `${base}/address.png`))[0]?.name).toBe(name);
});

test("if one download of a request fails, none of its files is stored", async () => {
  const { id: storeId } = await openStore();
  const base = await site((request, response) => {
    const endless = (head: Buffer) => {
      response.write(head);
      const more = new Readable({
        read() {
          this.push(Buffer.alloc(512 * 1024));
        },
      });
      pipeline(more, response, () => undefined);
    };
    if (request.url === "/good.png") response.end(pictures.png);
    if (request.url === "/missing.png") response.writeHead(404).end();
    if (request.url === "/page.png") response.end("<html>");
    if (request.url === "/lies.png") response.writeHead(200, { "content-length": 10_000_000_000 }).end("x");
    if (request.url === "/broken.png") {
      response.write(pictures.png.subarray(0, 30), () => response.destroy());
    }
    if (request.url === "/endless.png") endless(pictures.png);
    if (request.url === "/endless.pdf") endless(Buffer.from("%PDF-1.7\n"));
  });
  const cases: [path: string, code: string][] = [
    ["missing.png", "MEDIA.UPLOAD_FAILED"],
    ["page.png", "MEDIA.INVALID_FILE_TYPE"],
    ["lies.png", "MEDIA.FILE_TOO_LARGE"],
    ["broken.png", "MEDIA.UPLOAD_FAILED"],
    ["endless.png", "MEDIA.FILE_TOO_LARGE"],
    ["endless.pdf", "MEDIA.FILE_TOO_LARGE"],
  ];
  for (const [path, code] of cases) {
    const attempt = storeFrom(storeId, `${base}/good.png`, `${base}/${path}`);
    await expect(attempt, path).rejects.toMatchObject({ code });
    expect(await keysWith(storeId), path).toEqual([]);
  }
  const partition = uploads.partition({ store_id: storeId });
  expect((await uploads.query(partition)).records).toEqual([]);
});

const BEGINNINGS = {
  image: ["a.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  document: ["a.pdf", "%PDF-1.7\n"],
  video: ["a.mp4", "\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41"],
  audio: ["a.mp3", "ID3\x03\0\0\0\0\0\0\xff\xfb\x90\x64"],
} as const;

/** Sends a file of a given size, with or without a Content-Length. */
function fileOf([, beginning]: readonly [string, string], size: number, says: boolean): RequestListener {
  return (_, response) => {
    if (says) response.setHeader("content-length", size);
    const head = Buffer.from(beginning, "latin1");
    response.write(head);
    response.end(Buffer.alloc(size - head.length));
  };
}

test.each(["document", "video", "audio"] as const)(
  "a %s may have the most bytes of its kind",
  async (kind) => {
    const { id: storeId } = await openStore();
    const begins = BEGINNINGS[kind];
    const base = await site(fileOf(begins, LIMITS[kind], false));
    const [made] = await storeFrom(storeId, `${base}/${begins[0]}`);
    expect(made?.size).toBe(LIMITS[kind]);
  },
);

const announced = (["image", "document", "video", "audio"] as const).flatMap((kind) =>
  [true, false].map((says) => ({ kind, says })),
);

test.each(announced)("a $kind with one byte more is too large (announced: $says)", async ({ kind, says }) => {
  const { id: storeId } = await openStore();
  const begins = BEGINNINGS[kind];
  const base = await site(fileOf(begins, LIMITS[kind] + 1, says));
  await expect(storeFrom(storeId, `${base}/${begins[0]}`)).rejects.toMatchObject({
    code: "MEDIA.FILE_TOO_LARGE",
    status: 413,
    message: expect.stringContaining(String(LIMITS[kind])),
  });
  expect(await keysWith(storeId)).toEqual([]);
});

test("a URL that does not lead to the public internet is refused", async () => {
  vi.stubEnv("OUTBOUND_LOOPBACK", "");
  const { id: storeId, owner } = await openStore();
  const addresses = [
    "http://127.0.0.1:1/a.png",
    "http://[::1]/a.png",
    "http://169.254.169.254/latest/meta-data",
    "http://localhost/a.png",
    "file:///etc/passwd",
    "not an address",
  ];
  for (const url of addresses) {
    const raw = formOf([], [url]);
    const refusal = await refused(media.createMedia, { params: { storeId }, as: owner, raw });
    expect(refusal).toMatchObject({ status: 400, error: "MEDIA.UPLOAD_FAILED" });
  }
  const form = new FormData();
  form.append("files", "http://10.0.0.1/a.png");
  const refusal = await refused(media.createMedia, { params: { storeId }, as: owner, raw: form });
  expect(refusal.body.message).toContain("10.0.0.1 is not a public address");
});
