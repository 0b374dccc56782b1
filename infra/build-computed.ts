import { resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { transformSync } from "esbuild";
import { llms } from "#functions/llms-text.ts";
import { document } from "#functions/openapi-document.ts";
import { site } from "#functions/reference-site.ts";
import { subscriptions } from "#functions/subscriptions.ts";
import { tools } from "#functions/workflow-tools.ts";
import { SCRIPT } from "#lib/engagement/support/widget/script.ts";
import { ENGINE } from "#lib/system/scripts/engine-file.ts";

/**
 * What is bundled in place of the modules whose value follows from the manifest, by their absolute path: the code that
 * makes it needs the schemas of every domain.
 */
export const COMPUTED: ReadonlyMap<string, string> = new Map([
  [pathOf("openapi-document"), moduleOf({ document })],
  [pathOf("llms-text"), moduleOf({ llms })],
  [pathOf("reference-site"), moduleOf({ site })],
  [pathOf("subscriptions"), moduleOf({ subscriptions })],
  [pathOf("workflow-tools"), moduleOf({ tools })],
  [
    resolve(import.meta.dirname, "../lib/engagement/support/widget/script.ts"),
    moduleOf({ SCRIPT: smaller(SCRIPT) }),
  ],
  [resolve(import.meta.dirname, "../lib/system/scripts/engine-file.ts"), bytesModule({ ENGINE })],
]);

function pathOf(name: string): string {
  return resolve(import.meta.dirname, "..", "functions", `${name}.ts`);
}

function smaller(script: string): string {
  return transformSync(script, { minify: true, target: "es2022", legalComments: "none" }).code;
}

function moduleOf(exported: Record<string, unknown>): string {
  const values = Object.entries(exported).map(([name, value]) => {
    const packed = brotliCompressSync(JSON.stringify(value)).toString("base64");
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
