import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { build, sources } from "#infra/build.ts";
import type { Manifest } from "#infra/local/handlers.ts";

const BUILT = resolve(import.meta.dirname, "../../.build/deployed");
const HANDLERS = join(BUILT, "handlers");

/** The project's own manifest, with the code that is deployed behind each operation and worker. */
export async function deployedManifest(): Promise<Manifest> {
  const all = sources({ operations, workers });
  const assets = await build(all, { outDir: join(BUILT, "assets") });
  // The packages in them are for the functions' processor; this one finds its own in the project's folder.
  for (const { folder } of assets) rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  const folders = new Map(assets.map(({ domain, folder }) => [domain, folder]));
  for (const { domain, id, file } of all) {
    if (file.endsWith(".thread.ts")) continue;
    const handler = join(HANDLERS, file.replace(/^functions\//, ""));
    const code = join(folders.get(domain) ?? "", `${kebab(id)}.mjs`);
    mkdirSync(dirname(handler), { recursive: true });
    // Loaded by Node itself: what runs the tests would transform it.
    writeFileSync(
      handler,
      `import { createRequire } from "node:module";\nexport const { handler } = createRequire(import.meta.url)(${JSON.stringify(code)});\n`,
    );
  }
  return { operations, workers, folder: HANDLERS };
}
