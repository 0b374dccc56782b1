import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { readArguments } from "#infra/arguments.ts";
import { StartFailure } from "#infra/failure.ts";
import { ADDRESSES_FILE, SHOP_FILE, STATE_DIR } from "#infra/local/state-folder.ts";
import { showWhile } from "#infra/progress.ts";
import { packClient } from "./pack-client.ts";

const SHOP_FOLDER = join(import.meta.dirname, "../local/shop");
/** Files of the example shop that only this repository needs. */
const EXCLUDED = new Set(["node_modules", "dist", "shop.webp", "starter.md"]);
const CLIENT_PACKAGE = "@storefront-backend/client";
const USAGE = `Use: npm run starter -- ../my-shop [--api http://localhost:4400] [--store store_…]

Makes a project of your own out of the example shop: Vite, TypeScript and the packed client.
  --api    address of the backend, by default that of the running local stack
  --store  id of the store to sell for, by default that of the example shop`;

try {
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: { api: { type: "string" }, store: { type: "string" } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new StartFailure(USAGE);
  await makeProject(resolve(folder), {
    api: values.api ?? readState(ADDRESSES_FILE).api ?? "http://localhost:4400",
    store: values.store ?? readState(SHOP_FILE).store ?? "",
  });
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exit(1);
}

async function makeProject(folder: string, { api, store }: { api: string; store: string }): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartFailure(`There is something in ${folder} already. Name a new folder.`);
  mkdirSync(join(folder, "vendor"), { recursive: true });
  for (const name of readdirSync(SHOP_FOLDER).filter((each) => !EXCLUDED.has(each)))
    cpSync(join(SHOP_FOLDER, name), join(folder, name), { recursive: true });
  const packed = await showWhile("Packs the client", () => packClient(join(folder, "vendor")));
  renameSync(join(folder, "vendor", packed), join(folder, "vendor/client.tgz"));
  const manifest = JSON.parse(readFileSync(join(SHOP_FOLDER, "package.json"), "utf8"));
  const own = {
    ...manifest,
    name: basename(folder),
    version: "0.1.0",
    dependencies: { ...manifest.dependencies, [CLIENT_PACKAGE]: "file:vendor/client.tgz" },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  writeFileSync(join(folder, "README.md"), readFileSync(join(SHOP_FOLDER, "starter.md"), "utf8"));
  writeFileSync(join(folder, ".gitignore"), "node_modules\ndist\n");
  writeFileSync(join(folder, ".env"), `VITE_API=${api}\nVITE_STORE=${store}\n`);
  const place = relative(process.cwd(), folder);
  const missing = store ? "" : "\n  No store is known: run npm run seed, and put the id into .env.\n";
  console.log(`
  A shop of your own is in ${place}.
${missing}
  cd ${place} && npm install && npm run dev
`);
}

/** Values from a file of the local stack's folder. */
function readState(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(STATE_DIR, file), "utf8"));
  } catch {
    return {};
  }
}
