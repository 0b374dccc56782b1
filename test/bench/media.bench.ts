import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { putObject } from "#core/storage.ts";
import { media, mediaWorkers } from "#functions/content/media/routes.ts";
import { handler } from "#functions/content/media/transform-image.worker.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import { readParameters } from "#lib/content/media/parameters.ts";
import { transform } from "#lib/content/media/transform.ts";
import { cpuOf, measureCpu, median, textTable, withoutOutput } from "./measure.ts";
import type { BenchStack } from "./stack.ts";

export const name = "media: pictures beside bare sharp, stored variants, and the import of the function";

const MEASURE_ROUNDS = 15;
const OUTPUT_FOLDER = join(import.meta.dirname, "../../.build/bench");

export async function run(_stack: BenchStack): Promise<string> {
  const threads = sharp.concurrency();
  // One processor, as the function has.
  sharp.concurrency(1);
  const source = await makePhotograph();
  const rows = [["12-megapixel JPEG to", "ours, CPU ms", "bare sharp", "ratio", "budget"]];
  const webp = () => sharp(source).autoOrient().resize(800).webp({ quality: 80 }).toBuffer();
  const avif = (width: number) => () =>
    sharp(source).autoOrient().resize(width).avif({ quality: 50, effort: 2 }).toBuffer();
  rows.push(await compareWithSharp("800 wide webp q80", source, "w=800&format=webp", webp, "1.05"));
  rows.push(await compareWithSharp("800 wide avif", source, "w=800&format=avif", avif(800), "1.05"));
  rows.push(
    await compareWithSharp("1600 wide avif", source, "w=1600&format=avif", avif(1600), "1.05 and 600 ms"),
  );
  sharp.concurrency(threads);
  const stored = await storedVariantTime();
  return `${textTable(rows)}\n\nstored variant: ${stored.toFixed(2)} ms of CPU (budget 3)\n${await importTime()}`;
}

async function compareWithSharp(
  label: string,
  source: Buffer,
  query: string,
  bare: () => Promise<Buffer>,
  budget: string,
): Promise<string[]> {
  const asked = readParameters(query);
  const [ours, theirs]: [number[], number[]] = [[], []];
  // Alternating, so that other load on the machine affects both.
  for (let round = 0; round < MEASURE_ROUNDS; round++) {
    ours.push((await cpuOf(() => transform(source, asked))).cpu);
    theirs.push((await cpuOf(bare)).cpu);
  }
  const [mine, other] = [median(ours), median(theirs)];
  return [label, mine.toFixed(0), other.toFixed(0), (mine / other).toFixed(3), budget];
}

async function storedVariantTime(): Promise<number> {
  const place = `store_bench/media_${randomUUID().slice(0, 8)}`;
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#8af" } })
    .webp()
    .toBuffer();
  const body = Buffer.concat([bytes, Buffer.alloc(40_000)]);
  await putObject(process.env.VARIANTS_BUCKET ?? "", `variants/${place}/w-800.webp`, body, {
    contentType: "image/webp",
  });
  const event = {
    rawPath: `/transform/${place}`,
    rawQueryString: "w=800",
    headers: { accept: "image/webp" },
    requestContext: { requestId: "bench", http: { sourceIp: "192.0.2.1" } },
  };
  const call = handler as (event: object) => Promise<{ statusCode: number }>;
  if ((await call(event)).statusCode !== 200) throw new Error("The stored variant is not served.");
  return (await withoutOutput(() => measureCpu(500, () => call(event)))).cpu;
}

/** The deployed bundle with this machine's sharp, imported in fresh processes on one processor. */
async function importTime(): Promise<string> {
  const operations = Object.values(media);
  const [asset] = await build(sources({ operations, workers: Object.values(mediaWorkers) }), {
    outDir: OUTPUT_FOLDER,
  });
  if (!asset) throw new Error("Nothing was built.");
  const here = join(OUTPUT_FOLDER, "media-here");
  rmSync(here, { recursive: true, force: true });
  cpSync(asset.folder, here, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  const entry = JSON.stringify(join(here, "transform-image.mjs"));
  const [empty, full]: [number[], number[]] = [[], []];
  for (let round = 0; round < MEASURE_ROUNDS; round++) {
    empty.push(processTime(""));
    full.push(processTime(`await import(${entry});`));
  }
  const bytes = asset.entries.find(({ id }) => id === "transformImage")?.bytes ?? 0;
  const over = median(full) - median(empty);
  return `import of the transform function: ${over.toFixed(0)} ms of CPU over an empty module (budget 100), ${Math.round(bytes / 1024)} KB of code beside sharp`;
}

function processTime(code: string): number {
  const script = `${code} const { user, system } = process.cpuUsage(); console.log(user + system); process.exit();`;
  const { status, stdout, stderr } = spawnSync("taskset", [
    "-c",
    "0",
    process.execPath,
    "--input-type=module",
    "-e",
    script,
  ]);
  if (status !== 0) throw new Error(String(stderr));
  return Number(stdout) / 1000;
}

function makePhotograph(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#888", noise } })
    .blur(2)
    .jpeg({ quality: 88 })
    .toBuffer();
}
