import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import type { Manifest } from "#infra/local/handlers.ts";

/** Where synthesis bundles: what it has made is not made again. */
const BUNDLED = resolve(import.meta.dirname, "../../.build/functions");
const DEPLOYED = resolve(import.meta.dirname, "../../.build/deployed");
const HANDLERS = join(DEPLOYED, "handlers");

/** A crowd of events, a slow endpoint and a build hook call these: tests call the verbs, and others load the bundles. */
const SELDOM = ["planCrowdedDeliveries", "deliverSlowWebhooks", "buildAfterChange"];

interface Deployed {
  manifest: Manifest;
  /** Functions that tests are to call, whose code nothing has loaded so far. */
  unloaded(): string[];
}

/** The project's own manifest, with the code that is deployed behind each operation and worker. */
export async function deployed(): Promise<Deployed> {
  const all = sources({ operations, workers });
  rmSync(DEPLOYED, { recursive: true, force: true });
  for (const { domain, folder } of await build(all, { outDir: BUNDLED })) {
    // The packages in it are for the functions' processor; this one finds its own in the project's folder.
    const filter = (path: string) => basename(path) !== "node_modules";
    cpSync(folder, join(DEPLOYED, domain), { recursive: true, filter });
  }
  const bundles = new Map<string, string>();
  for (const { domain, id, file } of all) {
    if (file.endsWith(".thread.ts")) continue;
    const handler = join(HANDLERS, file.replace(/^functions\//, ""));
    const code = join(DEPLOYED, domain, `${kebab(id)}.mjs`);
    if (!SELDOM.includes(id)) bundles.set(id, code);
    mkdirSync(dirname(handler), { recursive: true });
    // Loaded by Node itself: what runs the tests would transform it.
    writeFileSync(
      handler,
      `import { createRequire } from "node:module";\nexport const { handler } = createRequire(import.meta.url)(${JSON.stringify(code)});\n`,
    );
  }
  const { cache } = createRequire(import.meta.url);
  return {
    manifest: { operations, workers, folder: HANDLERS },
    unloaded: () => [...bundles].filter(([, code]) => !cache[code]).map(([id]) => id),
  };
}
