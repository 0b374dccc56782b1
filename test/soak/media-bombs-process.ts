import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { readParameters } from "#lib/content/media/parameters.ts";
import { PictureError } from "#lib/content/media/picture-error.ts";
import { measure, transform } from "#lib/content/media/transform.ts";
import { animatedPicture, samplePictures } from "#test/support/media.ts";

// This process transforms hostile pictures, and reports time and result of each.
interface BombOutcome {
  name: string;
  milliseconds: number;
  /** Size, frames and bytes of the new picture, such as `100x75, 2048 bytes`, or why it was refused. */
  result: string;
}

export interface BombReport {
  outcomes: BombOutcome[];
  /** Number of HTTP requests that pictures have caused. */
  requests: number;
  /** Peak memory in bytes. */
  peak: number;
}

const QUERIES = ["w=100&format=webp", "w=800&h=800&format=avif&blur=100"];

let requestCount = 0;
const server = createServer((_, response) => {
  requestCount += 1;
  response.end();
}).listen(Number(process.env.BOMBS_PORT ?? 0), "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const svg = (inside: string, before = "", size = 'width="100" height="100"') =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  );

const nestedEntities = Array.from({ length: 9 }, (_, level) => {
  const inner = level === 0 ? "lol" : `&l${level - 1};`.repeat(10);
  return `<!ENTITY l${level} "${inner}">`;
}).join("");
const nestedUses = Array.from({ length: 9 }, (_, level) => {
  const inner =
    level === 0 ? '<rect width="1" height="1"/>' : `<use xlink:href="#u${level - 1}"/>`.repeat(10);
  return `<g id="u${level}">${inner}</g>`;
}).join("");

async function makeBombs(): Promise<Record<string, Buffer>> {
  const { jpg, png, gif, webp } = await samplePictures();
  const huge = sharp({
    create: { width: 16_000, height: 16_000, channels: 3, background: "#123456" },
    limitInputPixels: false,
  });
  const large = sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#123456" } });
  const detailed = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer();
  return {
    "16,000 x 16,000 PNG": await huge.png({ compressionLevel: 9 }).toBuffer(),
    "10,000 x 10,000 PNG": await large.png().toBuffer(),
    "12 megapixels of noise": detailed,
    "300-frame GIF": await animatedPicture(300, 300, 300),
    "300-frame WebP": await animatedPicture(300, 300, 300, "webp"),
    "1,000-frame GIF": await animatedPicture(1000, 200, 200),
    "JPEG cut short": jpg.subarray(0, jpg.length / 2),
    "PNG cut short": png.subarray(0, png.length - 30),
    "GIF cut short": gif.subarray(0, gif.length / 2),
    "WebP cut short": webp.subarray(0, webp.length / 2),
    "PNG and ZIP": Buffer.concat([png, Buffer.from("PK\x03\x04evil"), Buffer.alloc(1000, 65)]),
    "GIF and script": Buffer.concat([
      Buffer.from("GIF89a/*", "latin1"),
      gif.subarray(6),
      Buffer.from("*/=1;alert(1)"),
    ]),
    "PNG header alone": png.subarray(0, 33),
    "PNG that says 2^31 pixels": Buffer.concat([
      png.subarray(0, 16),
      Buffer.from("7fffffff7fffffff", "hex"),
      png.subarray(24),
    ]),
    "SVG with script": svg('<script>while(true){}</script><rect width="50" height="50"/>'),
    "SVG with external image": svg(
      `<image width="9" height="9" xlink:href="${serverUrl}/a.png"/><image width="9" height="9" href="file:///etc/passwd"/>`,
    ),
    "SVG with external style": svg(
      `<style>@import "${serverUrl}/a.css";</style><rect style="fill:url(${serverUrl}/f#a)" width="9" height="9"/>`,
      `<?xml-stylesheet href="${serverUrl}/b.css"?>`,
    ),
    "SVG with external entity": svg(
      "<text y='20'>&e;</text>",
      `<!DOCTYPE svg [<!ENTITY e SYSTEM "${serverUrl}/e"><!ENTITY f SYSTEM "file:///etc/passwd">]>`,
    ),
    "SVG with a billion laughs": svg("<text y='20'>&l8;</text>", `<!DOCTYPE svg [${nestedEntities}]>`),
    "SVG with a billion uses": svg(`<defs>${nestedUses}</defs><use xlink:href="#u8"/>`),
    "SVG nested deep": svg(`${"<g>".repeat(50_000)}${"</g>".repeat(50_000)}`),
    "SVG of a million pixels a side": svg(
      '<rect width="9" height="9"/>',
      "",
      'width="1000000" height="1000000"',
    ),
    "SVG with include": svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${serverUrl}/x"/>`),
  };
}

async function outcomeOf(name: string, bytes: Buffer, query: string): Promise<BombOutcome> {
  const started = performance.now();
  let result: string;
  try {
    await measure(bytes);
    const made = await transform(bytes, readParameters(query));
    const { width, height, pages = 1 } = await sharp(made.bytes).metadata();
    result = `${width}x${height}${pages > 1 ? ` of ${pages} frames` : ""}, ${made.bytes.length} bytes`;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    result = `refused: ${error.message}`;
  }
  return { name: `${name}, ${query}`, milliseconds: performance.now() - started, result };
}

// Pictures are made in another process, so that only processing them is measured.
const [task, folder = ""] = process.argv.slice(2);
if (task === "make") {
  const made = await makeBombs();
  for (const [name, bytes] of Object.entries(made))
    writeFileSync(join(folder, encodeURIComponent(name)), bytes);
} else {
  const outcomes: BombOutcome[] = [];
  for (const file of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, file));
    for (const query of QUERIES) outcomes.push(await outcomeOf(decodeURIComponent(file), bytes, query));
  }
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ outcomes, requests: requestCount, peak } satisfies BombReport));
}
server.close();
