import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
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
  --store  id of the store to sell for, by default that of the example shop

What the shop reads of its store, by key. The README of the project says which fields it shows.
  needed:  the market eu, and products with prices in it
  if any:  the node home, the service tasting, the form contact, the taxonomies tableware, brewing and pantry, entries
           with the field minutes, and a newsletter with a plan without a price`;

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

interface Addressee {
  api: string;
  /** Id of the store; empty if it is not known. */
  store: string;
}

async function makeProject(folder: string, addressee: Addressee): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartFailure(`There is something in ${folder} already. Name a new folder.`);
  const place = mkdtempSync(join(tmpdir(), "client-"));
  try {
    // Packs elsewhere and first, so that a failure leaves no half of a project.
    const packed = await showWhile("Packs the client", () => packClient(place));
    writeProject(folder, join(place, packed), addressee);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  printNextSteps(folder, addressee);
}

function writeProject(folder: string, client: string, { api, store }: Addressee): void {
  mkdirSync(join(folder, "vendor"), { recursive: true });
  for (const name of readdirSync(SHOP_FOLDER).filter((each) => !EXCLUDED.has(each)))
    cpSync(join(SHOP_FOLDER, name), join(folder, name), { recursive: true });
  cpSync(client, join(folder, "vendor/client.tgz"));
  const manifest = JSON.parse(readFileSync(join(SHOP_FOLDER, "package.json"), "utf8"));
  const own = {
    ...manifest,
    name: packageName(basename(folder)),
    version: "0.1.0",
    dependencies: { ...manifest.dependencies, [CLIENT_PACKAGE]: "file:vendor/client.tgz" },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  writeFileSync(join(folder, "README.md"), readFileSync(join(SHOP_FOLDER, "starter.md"), "utf8"));
  writeFileSync(join(folder, ".gitignore"), "node_modules\ndist\n");
  writeFileSync(join(folder, ".env"), `VITE_API=${api}\nVITE_STORE=${store}\n`);
}

/** The name of a folder as npm takes it: in lower case, and without spaces. */
function packageName(folderName: string): string {
  const words = folderName.toLowerCase().match(/[a-z0-9]+/g) ?? ["shop"];
  return words.join("-");
}

function printNextSteps(folder: string, { store }: Addressee): void {
  const place = relative(process.cwd(), folder);
  const missing = store ? "" : "\n  No store is known: run npm run seed, and put the id into .env.\n";
  console.log(`
  A shop of your own is in ${place}.
${missing}
  cd ${shellWord(place)} && npm install && npm run dev
`);
}

/** A path as the shell reads it in a command. */
function shellWord(path: string): string {
  if (process.platform === "win32") return /[^\w.\\/:-]/.test(path) ? `"${path}"` : path;
  return /[^\w./-]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : path;
}

/** Values from a file of the local stack's folder. */
function readState(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(STATE_DIR, file), "utf8"));
  } catch {
    return {};
  }
}
