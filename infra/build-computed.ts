import { resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { transformSync } from "esbuild";
import { PAGE_SCRIPT } from "#core/reference/script.ts";
import { dueScans } from "#functions/due-scans.ts";
import { llms } from "#functions/llms-text.ts";
import { document } from "#functions/openapi-document.ts";
import { site } from "#functions/reference-site.ts";
import { subscriptions } from "#functions/subscriptions.ts";
import { tools } from "#functions/workflow-tools.ts";
import { SCRIPT } from "#lib/engagement/support/widget/script.ts";
import { ENGINE } from "#lib/system/scripts/engine-file.ts";

const COMPUTED_MODULES: ReadonlyMap<string, () => string> = new Map([
  [pathOf("functions/openapi-document.ts"), () => valueModule({ document })],
  [pathOf("functions/llms-text.ts"), () => valueModule({ llms })],
  [pathOf("functions/reference-site.ts"), () => valueModule({ site })],
  [pathOf("functions/due-scans.ts"), () => valueModule({ dueScans })],
  [pathOf("functions/subscriptions.ts"), () => valueModule({ subscriptions })],
  [pathOf("functions/workflow-tools.ts"), () => valueModule({ tools })],
  // As it is, since the pages have its text and the policy has its hash.
  [pathOf("lib/core/reference/script.ts"), () => valueModule({ PAGE_SCRIPT })],
  [pathOf("lib/engagement/support/widget/script.ts"), () => valueModule({ SCRIPT: minified(SCRIPT) })],
  [pathOf("lib/system/scripts/engine-file.ts"), () => bytesModule({ ENGINE })],
]);
const cache = new Map<string, string>();
/** Quality 11 saves a tenth of the bytes and takes ten times as long. */
const BROTLI_OPTIONS = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/**
 * The source that replaces a module whose value follows from the manifest: computing it needs the schemas of
 * every domain. Made on demand, as compressing takes seconds. `path`: absolute path of the module.
 */
export function computedModule(path: string): string | undefined {
  const source = cache.get(path) ?? COMPUTED_MODULES.get(path)?.();
  if (source !== undefined) cache.set(path, source);
  return source;
}

function pathOf(file: string): string {
  return resolve(import.meta.dirname, "..", file);
}

function minified(script: string): string {
  return transformSync(script, { minify: true, target: "es2022", legalComments: "none" }).code;
}

function valueModule(exported: Record<string, unknown>): string {
  const values = Object.entries(exported).map(([name, value]) => {
    const packed = brotliCompressSync(JSON.stringify(value), BROTLI_OPTIONS).toString("base64");
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
