import { expect, test } from "vitest";
import { media } from "#functions/content/media/routes.ts";
import { readForm } from "#lib/content/media/multipart.ts";
import { call, ok } from "#test/support/client.ts";
import { samplePictures } from "#test/support/media.ts";
import { openStore } from "#test/support/world.ts";

function formData(boundary: string, ...parts: [headers: string, body: string][]): [string, Buffer] {
  const text = parts.map(([headers, body]) => `--${boundary}\r\n${headers}\r\n\r\n${body}\r\n`).join("");
  return [`multipart/form-data; boundary=${boundary}`, Buffer.from(`${text}--${boundary}--\r\n`, "latin1")];
}
const DISPOSITION = 'Content-Disposition: form-data; name="files"';

test("a part that is not text is a file, with or without a name", async () => {
  for (const type of ["application/octet-stream", "image/png"])
    for (const name of ["", '; filename=""'])
      expect(
        await readForm(...formData("x", [`${DISPOSITION}${name}\r\nContent-Type: ${type}`, "bytes"])),
      ).toEqual([{ name: "file", bytes: Buffer.from("bytes") }]);
  expect(await readForm(...formData("x", [DISPOSITION, "https://example.com/a.png"]))).toEqual([
    { url: "https://example.com/a.png" },
  ]);
});

// HTML, 4.10.21.8: only quotes and line breaks are percent-encoded.
test.each([
  ["6%22 pipe.png", '6" pipe.png'],
  ["a%0D%0Ab.png", "ab.png"],
  ["100%25 %41.png", "100%25 %41.png"],
])("a name that a browser wrote as %s is stored as it was typed", async (sent, kept) => {
  const { id: storeId, owner } = await openStore();
  const { png } = await samplePictures();
  const headers = `${DISPOSITION}; filename="${sent}"\r\nContent-Type: image/png`;
  const [contentType, raw] = formData("x", [headers, png.toString("latin1")]);
  const [made] = await ok(media.createMedia, {
    params: { storeId },
    as: owner,
    raw: new Uint8Array(raw),
    headers: { "content-type": contentType },
  });
  expect(made?.name).toBe(kept);
});

test("files and urls keep the order in which they were sent", async () => {
  const file = `${DISPOSITION}; filename="a.png"\r\nContent-Type: image/png`;
  const items = await readForm(
    ...formData("x", [file, "one".repeat(100_000)], [DISPOSITION, "https://example.com/2"], [file, "three"]),
  );
  expect(items.map((item) => ("url" in item ? item.url : item.bytes.length))).toEqual([
    300_000,
    "https://example.com/2",
    5,
  ]);
});

test("a retry with another boundary replays, and a nameless file of a browser is no fault", async () => {
  const { id: storeId, owner } = await openStore();
  const { png } = await samplePictures();
  const upload = (boundary: string) =>
    call(media.createMedia, {
      params: { storeId },
      as: owner,
      raw: new Uint8Array(
        Buffer.concat([
          Buffer.from(
            `--${boundary}\r\n${DISPOSITION}; filename="dot.png"\r\nContent-Type: image/png\r\n\r\n`,
          ),
          png,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      ),
      headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "idempotency-key": "upload" },
    });
  const [first, second] = [await upload("one"), await upload("two")];
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  const { items } = await ok(media.listMedia, { params: { storeId }, query: { limit: 10 } });
  expect(items).toHaveLength(1);
  const body = new FormData();
  body.append("files", new File([new Uint8Array(png)], ""));
  expect((await call(media.createMedia, { params: { storeId }, as: owner, raw: body })).status).not.toBe(500);
});
