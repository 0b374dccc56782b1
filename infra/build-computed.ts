import { resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { transformSync } from "esbuild";
import { dueScans } from "#functions/due-scans.ts";
import { llms } from "#functions/llms-text.ts";
import { document } from "#functions/openapi-document.ts";
import { site } from "#functions/reference-site.ts";
import { subscriptions } from "#functions/subscriptions.ts";
import { tools } from "#functions/workflow-tools.ts";
import { SCRIPT } from "#lib/engagement/support/widget/script.ts";
import { ENGINE } from "#lib/system/scripts/engine-file.ts";

const MADE: ReadonlyMap<string, () => string> = new Map([
  [pathOf("functions/openapi-document.ts"), () => moduleOf({ document })],
  [pathOf("functions/llms-text.ts"), () => moduleOf({ llms })],
  [pathOf("functions/reference-site.ts"), () => moduleOf({ site })],
  [pathOf("functions/due-scans.ts"), () => moduleOf({ dueScans })],
  [pathOf("functions/subscriptions.ts"), () => moduleOf({ subscriptions })],
  [pathOf("functions/workflow-tools.ts"), () => moduleOf({ tools })],
  [pathOf("lib/engagement/support/widget/script.ts"), () => moduleOf({ SCRIPT: smaller(SCRIPT) })],
  [pathOf("lib/system/scripts/engine-file.ts"), () => bytesModule({ ENGINE })],
]);
const made = new Map<string, string>();
/** A tenth more bytes than by the best, 11, in a tenth of its time. */
const PACKED = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/**
 * What is bundled in place of a module whose value follows from the manifest, by its absolute path: the code that makes
 * it needs the schemas of every domain. It is made when it is asked for, because packing it takes seconds.
 */
export function computedModule(path: string): string | undefined {
  const known = made.get(path) ?? MADE.get(path)?.();
  if (known !== undefined) made.set(path, known);
  return known;
}

function pathOf(file: string): string {
  return resolve(import.meta.dirname, "..", file);
}

function smaller(script: string): string {
  return transformSync(script, { minify: true, target: "es2022", legalComments: "none" }).code;
}

function moduleOf(exported: Record<string, unknown>): string {
  const values = Object.entries(exported).map(([name, value]) => {
    const packed = brotliCompressSync(JSON.stringify(value), PACKED).toString("base64");
    return `export const ${name} = JSON.parse(brotliDecompressSync(Buffer.from("${packed}", "base64")).toString());`;
  });
  return ['import { brotliDecompressSync } from "node:zlib";', ...values].join("\n");
}

function bytesModule(exported: Record<string, Uint8Array>): string {
  const values = Object.entries(exported).map(
    ([name, bytes]) =>
      `export const ${name} = new Uint8Array(Buffer.from("${Buffer.from(bytes).toString("base64")}", "base64"));`,
  );
  return values.join("\n");
}
