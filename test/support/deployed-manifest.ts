import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { operations, workers } from "#functions/manifest.ts";
import { build } from "#infra/build.ts";
import { bundlePath } from "#infra/build-plugins.ts";
import { sources } from "#infra/build-sources.ts";
import { type Manifest, workerFunction } from "#infra/local/handlers.ts";

/** Where synthesis bundles: what it has made is not made again. */
const BUNDLED = resolve(import.meta.dirname, "../../.build/functions");
const DEPLOYED = resolve(import.meta.dirname, "../../.build/deployed");
const HANDLERS = join(DEPLOYED, "handlers");

/** What starts a worker and asks nothing of it: a batch with no record in it, and a minute in which nothing was due. */
const NOTHING = { Records: [], time: "1970-01-01T00:00:00Z" };

interface Deployed {
  manifest: Manifest;
  /**
   * Calls each worker that nothing has called so far, with nothing to do.
   *
   * @throws Error that names the operations whose code nothing has called
   */
  callOthers(): Promise<void>;
}

/** The project's own manifest, with the code that is deployed behind each operation and worker. */
export async function deployedManifest(): Promise<Deployed> {
  const all = sources({ operations, workers });
  rmSync(DEPLOYED, { recursive: true, force: true });
  for (const { domain, folder } of await build(all, { outDir: BUNDLED })) {
    // The packages in it are for the functions' processor; this one finds its own in the project's folder.
    const filter = (path: string) => basename(path) !== "node_modules";
    cpSync(folder, join(DEPLOYED, domain), { recursive: true, filter });
  }
  const bundles = new Map<string, string>();
  for (const source of all) {
    const { domain, id, file } = source;
    if (file.endsWith(".thread.ts")) continue;
    const handler = join(HANDLERS, file.replace(/^functions\//, ""));
    const code = join(DEPLOYED, domain, bundlePath(source));
    bundles.set(id, code);
    mkdirSync(dirname(handler), { recursive: true });
    // Loaded by Node itself: what runs the tests would transform it.
    writeFileSync(
      handler,
      `import { createRequire } from "node:module";\nexport const { handler } = createRequire(import.meta.url)(${JSON.stringify(code)});\n`,
    );
  }
  const { cache } = createRequire(import.meta.url);
  const unloaded = () => [...bundles].filter(([, code]) => !cache[code]).map(([id]) => id);
  return {
    manifest: { operations, workers, folder: HANDLERS },
    async callOthers() {
      const uncalled = workers.filter(({ id }) => unloaded().includes(id));
      await Promise.all(uncalled.map((each) => workerFunction(each, HANDLERS).invoke(NOTHING, each.id)));
      const left = unloaded();
      if (left.length > 0) throw new Error(`No test calls the deployed code of ${left.join(", ")}.`);
    },
  };
}
