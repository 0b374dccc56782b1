import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { media } from "#functions/content/media/routes.ts";
import { readParameters } from "#lib/content/media/parameters.ts";
import { transformInProcess } from "#lib/content/media/picture-process.ts";
import { transformImage } from "#lib/content/media/pictures.ts";
import { transform } from "#lib/content/media/transform.ts";
import { ok } from "#test/support/client.ts";
import { formOf } from "#test/support/media.ts";
import { eventually, openStore } from "#test/support/world.ts";

const threadFile = pathToFileURL(resolve("functions/content/media/transform-image.thread.ts"));
const parameters = (query: string) => readParameters(query);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** One filter pass with a very large radius, which the checks count as a single pass. */
const ENDLESS = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">
  <filter id="f" x="0" y="0" width="1" height="1"><feMorphology operator="dilate" radius="400"/></filter>
  <rect width="2000" height="2000" filter="url(#f)"/></svg>`);

test("an SVG that never finishes is killed with its process, and the next picture is made", async () => {
  await expect(
    transformInProcess(threadFile, { bytes: ENDLESS, asked: parameters("w=4000") }, 1500),
  ).rejects.toThrow("it takes too long");
  if (process.platform === "linux") await eventually(async () => countDrawingProcesses() === 0, "its end");
  const small = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#246" } })
    .png()
    .toBuffer();
  const job = { bytes: small, asked: parameters("w=10&format=webp") };
  const made = await transformInProcess(threadFile, job);
  expect(made.mime).toBe("image/webp");
  expect(made.bytes.equals((await transform(small, job.asked)).bytes)).toBe(true);
  const again = await Promise.all(Array.from({ length: 4 }, () => transformInProcess(threadFile, job)));
  for (const each of again) expect(each.bytes.equals(made.bytes)).toBe(true);
  await expect(transformInProcess(threadFile, { ...job, bytes: Buffer.from("no picture") })).rejects.toThrow(
    "damaged",
  );
});

test("pictures over 4 million pixels are encoded with the least effort", async () => {
  const encoded = vi.spyOn(sharp.prototype, "avif");
  for (const side of [1980, 2050]) {
    const create = { width: side, height: side, channels: 3, background: "#888" } as const;
    await transform(await sharp({ create }).jpeg().toBuffer(), parameters("format=avif"));
  }
  expect(encoded.mock.calls).toMatchObject([[{ effort: 2 }], [{ effort: 0 }]]);
  encoded.mockRestore();
});

test("new variants are limited per IP address and hour, and existing ones still served", async () => {
  const store = await openStore();
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#642" } })
    .png()
    .toBuffer();
  const [made] = await ok(media.createMedia, {
    params: { storeId: store.id },
    as: store.owner,
    raw: formOf([{ name: "a.png", bytes }]),
  });
  vi.stubEnv("BUDGETS", '{"variants_per_ip":[2,3600],"*":[100000,3600]}');
  // Stops the clock, so that the hour of the budget does not end during the test.
  vi.useFakeTimers({ toFake: ["Date"] });
  const from = `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
  const ask = (w: number, ip: string, id = made?.id) =>
    transformImage(
      { path: `/${store.id}/${id}/a.png`, query: `w=${w}&format=png`, headers: {}, ip },
      threadFile,
    );
  await ask(11, `${from}.1`);
  await ask(12, `${from}.2`);
  await expect(ask(13, `${from}.3`)).rejects.toMatchObject({ status: 429 });
  // Variants that cannot be made, or already exist, are not counted.
  await expect(ask(14, `${from}.3`, "media_none")).rejects.toMatchObject({ status: 404 });
  expect((await ask(12, `${from}.3`)).body).toBeDefined();
  expect((await ask(13, "192.0.2.1")).body).toBeDefined();
  vi.stubEnv("BUDGETS", '{"variants_per_store":[1,86400],"*":[100000,3600]}');
  await ask(15, "192.0.2.1");
  await expect(ask(16, "192.0.2.1")).rejects.toMatchObject({ status: 429 });
});

/** Child processes that are still drawing. */
function countDrawingProcesses(): number {
  const busy = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid));
  return busy.filter((pid) => {
    try {
      const [, state, parent] = /\) (\w) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
      const isOurs = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("transform-image.thread");
      return isOurs && parent === String(process.pid) && state === "R";
    } catch {
      // It has ended meanwhile.
      return false;
    }
  }).length;
}
