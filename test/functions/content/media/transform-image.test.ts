import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { putObject } from "#core/storage.ts";
import { media } from "#functions/content/media/routes.ts";
import { originalKey } from "#lib/content/media/keys.ts";
import { transformImage } from "#lib/content/media/pictures.ts";
import { keysWith } from "#test/support/bucket.ts";
import { ok, refused } from "#test/support/client.ts";
import { formOf, samplePictures } from "#test/support/media.ts";
import { openStore, type TestStore } from "#test/support/world.ts";

let store: TestStore;
let pictures: Awaited<ReturnType<typeof samplePictures>>;

beforeAll(async () => {
  [store, pictures] = [await openStore(), await samplePictures()];
});

async function upload(name: string, bytes: Buffer) {
  const raw = formOf([{ name, bytes }]);
  const [made] = await ok(media.createMedia, { params: { storeId: store.id }, as: store.owner, raw });
  if (!made) throw new Error("Nothing was made.");
  return made;
}

const variants = async (id: string) => (await keysWith(id)).filter((key) => key.startsWith("variants/"));

describe("a picture with parameters", () => {
  test("is made, stored and served with its headers", async () => {
    const { url, id } = await upload("a.png", pictures.png);
    const answers = [];
    for (let time = 0; time < 2; time++) {
      const answer = await fetch(`${url}?w=30`, { headers: { accept: "image/webp" } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 30, height: 20, format: "webp" });
      expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
        200,
        {
          "content-type": "image/webp",
          vary: "accept",
          "x-content-type-options": "nosniff",
          "access-control-allow-origin": "*",
          "cache-control": "public, max-age=31536000, s-maxage=86400, immutable",
        },
      ]);
      answers.push({ etag: answer.headers.get("etag"), bytes: bytes.toString("base64") });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await variants(id)).toEqual([`variants/${store.id}/${id}/w-30.webp`]);
    const known = { "if-none-match": answers[0]?.etag ?? "", accept: "image/webp" };
    const unchanged = await fetch(`${url}?w=30`, { headers: known });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    const named = await fetch(`${url}?w=30&format=png`, { headers: { accept: "image/webp" } });
    expect([named.headers.get("vary"), named.headers.get("content-type")]).toEqual([null, "image/png"]);
  });

  test("has one result for any order and spelling of parameters, and for concurrent first requests", async () => {
    const { url, id } = await upload("b.jpg", pictures.jpg);
    const spellings = ["w=40&h=30&fit=fill", "fit=FILL&h=030&w=40", "h=%33%30&w=40&fit=fill&q=80"];
    const asked = Array.from({ length: 12 }, (_, index) =>
      fetch(`${url}?format=jpg&${spellings[index % 3]}`),
    );
    const answers = await Promise.all((await Promise.all(asked)).map((answer) => answer.arrayBuffer()));
    expect(new Set(answers.map((bytes) => Buffer.from(bytes).toString("base64"))).size).toBe(1);
    expect(await variants(id)).toEqual([`variants/${store.id}/${id}/fit-fill_h-30_w-40.jpg`]);
  });

  test("that is too large for an answer is stored, and answered by a redirect", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 90 } as const;
    const loud = await sharp({
      create: { width: 1600, height: 1200, channels: 3, background: "#888", noise },
    })
      .jpeg({ quality: 90 })
      .toBuffer();
    const { url, id } = await upload("noise.jpg", loud);
    for (let time = 0; time < 2; time++) {
      const answer = await fetch(`${url}?format=png`, { redirect: "manual" });
      expect([answer.status, answer.status === 302 ? "" : await answer.text()]).toEqual([302, ""]);
      const target = new URL(answer.headers.get("location") ?? "", answer.url);
      expect(target.href).toBe(`${process.env.MEDIA_URL}/variants/${store.id}/${id}/same.png`);
      const picture = await fetch(target, { redirect: "error" });
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
      const bytes = Buffer.from(await picture.arrayBuffer());
      expect(bytes.length).toBeGreaterThan(4_500_000);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1600, height: 1200 });
    }
  });
});

describe("a refusal", () => {
  test("of wrong parameters comes before storage is touched, for missing files too", async () => {
    const queries = ["w=0", "w=1&w=2", "evil=1", "format=exe", "q=101", "blur=x", "w=%FF", "%=1", "w"];
    for (const query of queries) {
      const answer = await fetch(`${process.env.MEDIA_URL}/store_none/media_none/a.png?${query}`);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: "GENERAL.VALIDATION_FAILED" },
      ]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      // No buckets are configured here, so any access to storage would fail differently.
      vi.stubEnv("VARIANTS_BUCKET", "");
      vi.stubEnv("MEDIA_BUCKET", "");
      const path = "/transform/store_none/media_none";
      const attempt = transformImage({ path, query, headers: {}, ip: "192.0.2.1" }, new URL("file:///none"));
      await expect(attempt).rejects.toMatchObject({ status: 400 });
      vi.unstubAllEnvs();
    }
    expect((await fetch(`${process.env.MEDIA_URL}/store_none/media_none/a.png?w=1`)).status).toBe(404);
  });

  test("of a file that is no picture is clear, and leaves nothing behind", async () => {
    const { url, id } = await upload("a.pdf", Buffer.from("%PDF-1.7\n%%EOF"));
    const answer = await fetch(`${url}?w=10`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: "MEDIA.INVALID_TRANSFORMATION" },
    ]);
    expect(await variants(id)).toEqual([]);
  });

  test("of a picture over 10 MB names the limit", async () => {
    const id = "media_large";
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1);
    const key = originalKey(store.id, id);
    await putObject(process.env.MEDIA_BUCKET ?? "", key, bytes, { contentType: "image/png" });
    const answer = await fetch(`${process.env.MEDIA_URL}/${store.id}/${id}/a.png?w=10`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: "MEDIA.INVALID_TRANSFORMATION", message: expect.stringContaining("larger than 10 MB") },
    ]);
  });

  test("of a damaged picture comes at the upload, and an accepted picture is served", async () => {
    const picture = sharp(pictures.png).resize(400);
    const whole = await picture.clone().jpeg().toBuffer();
    const cut = await upload("cut.jpg", whole.subarray(0, whole.length / 2));
    expect((await fetch(`${cut.url}?w=10`)).status).toBe(200);
    const interlaced = await picture.clone().png({ progressive: true }).toBuffer();
    const raw = formOf([{ name: "cut.png", bytes: interlaced.subarray(0, interlaced.length / 2) }]);
    expect(
      await refused(media.createMedia, { params: { storeId: store.id }, as: store.owner, raw }),
    ).toMatchObject({ status: 400, error: "MEDIA.INVALID_FILE_TYPE" });
  });
});

test("an SVG with a script is served so that it cannot run", async () => {
  const evil = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)"><rect width="10" height="10"/></a></svg>`;
  const { url } = await upload("evil.svg", Buffer.from(evil));
  const { headers } = await fetch(url);
  expect(headers.get("content-type")).toBe("image/svg+xml");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  expect(headers.get("content-security-policy")).not.toMatch(/script-src|default-src[^;]*(unsafe|self)/);
  const picture = await fetch(`${url}?w=20`);
  expect(picture.headers.get("content-type")).toBe("image/png");
});
