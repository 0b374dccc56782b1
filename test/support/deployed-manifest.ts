import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { operations, workers } from "#functions/manifest.ts";
import { build } from "#infra/build.ts";
import { bundlePath } from "#infra/build-plugins.ts";
import { sources } from "#infra/build-sources.ts";
import { type Manifest, workerFunction } from "#infra/local/handlers.ts";

/** The folder of `cdk synth`, so that its bundles are reused. */
const BUNDLE_FOLDER = resolve(import.meta.dirname, "../../.build/functions");
const DEPLOYED_FOLDER = resolve(import.meta.dirname, "../../.build/deployed");
const HANDLER_FOLDER = join(DEPLOYED_FOLDER, "handlers");

/** An event without work: an empty batch, and a time at which nothing is due. */
const EMPTY_EVENT = { Records: [], time: "1970-01-01T00:00:00Z" };

interface DeployedManifest {
  manifest: Manifest;
  /**
   * Calls each worker that was not called yet, with an empty event. Throws Error naming the operations that
   * nothing has called.
   */
  callOthers(): Promise<void>;
}

/** The project's manifest with deployed bundles as handlers. */
export async function deployedManifest(): Promise<DeployedManifest> {
  const all = sources({ operations, workers });
  rmSync(DEPLOYED_FOLDER, { recursive: true, force: true });
  for (const { domain, folder } of await build(all, { outDir: BUNDLE_FOLDER })) {
    // The bundle's packages are for another processor, so tests use those of the project.
    const filter = (path: string) => basename(path) !== "node_modules";
    cpSync(folder, join(DEPLOYED_FOLDER, domain), { recursive: true, filter });
  }
  const bundles = new Map<string, string>();
  for (const source of all) {
    const { domain, id, file } = source;
    if (file.endsWith(".thread.ts")) continue;
    const handler = join(HANDLER_FOLDER, file.replace(/^functions\//, ""));
    const code = join(DEPLOYED_FOLDER, domain, bundlePath(source));
    bundles.set(id, code);
    mkdirSync(dirname(handler), { recursive: true });
    // Loaded by Node, as vitest would transform it.
    writeFileSync(
      handler,
      `import { createRequire } from "node:module";\nexport const { handler } = createRequire(import.meta.url)(${JSON.stringify(code)});\n`,
    );
  }
  const { cache } = createRequire(import.meta.url);
  const unloaded = () => [...bundles].filter(([, code]) => !cache[code]).map(([id]) => id);
  return {
    manifest: { operations, workers, folder: HANDLER_FOLDER },
    async callOthers() {
      const uncalled = workers.filter(({ id }) => unloaded().includes(id));
      await Promise.all(
        uncalled.map((each) => workerFunction(each, HANDLER_FOLDER).invoke(EMPTY_EVENT, each.id)),
      );
      const neverCalled = unloaded();
      if (neverCalled.length > 0)
        throw new Error(`No test calls the deployed code of ${neverCalled.join(", ")}.`);
    },
  };
}
