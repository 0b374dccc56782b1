import { globSync, statSync, watch } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { setImmediate as afterEvents } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../..");
/** Only deployed code is reloaded, not the local stack itself. */
const FOLDERS = ["functions", "lib"].map((folder) => `${pathToFileURL(join(ROOT, folder)).href}/`);
/** The files that a module reads when it is loaded, by module. */
const FILES_READ_BY = new Map(
  Object.entries({
    "functions/openapi-document.ts": ["lib/*/*/guide.md", "lib/core/*.md", "functions/*/*/guide.md"],
    "functions/reference-site.ts": ["lib/*/*.md", "infra/guide.md"],
    "lib/core/reference/script.ts": ["lib/core/reference/*.js"],
    "lib/engagement/support/widget/script.ts": ["lib/engagement/support/widget/*.js"],
  }).map(([file, texts]) => [join(ROOT, file), texts]),
);

interface FollowedModule {
  /** When the file was last written, in Unix milliseconds; 0 if it is missing. */
  written: number;
  /** How often the file or one of its imports has changed. It is part of the module's URL. */
  version: number;
  importers: Set<string>;
}

const followedModules = new Map<string, FollowedModule>();

/** Milliseconds between looks at all files. They find what the system reports late or never, as of a network drive. */
const FULL_LOOK_MS = 1000;
const watchedFolders = new Set<string>();
/** Files that the system has reported as changed since the last look. */
const reportedFiles = new Set<string>();
let nextFullLook = 0;

/** Hooks into module loading, so that a changed module is loaded again at its next import. */
export function followModules(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier, context);
      if (!FOLDERS.some((folder) => found.url.startsWith(folder))) return found;
      const file = fileURLToPath(found.url);
      const { importers, version } = moduleOf(file);
      if (context.parentURL?.startsWith("file:"))
        importers.add(fileURLToPath(context.parentURL.replace(/\?.*$/, "")));
      return version === 0 ? found : { ...found, url: `${found.url}?version=${version}` };
    },
  });
}

export function versionOf(file: string): number {
  return followedModules.get(file)?.version ?? 0;
}

/**
 * Finds loaded files that have changed since the last call, and raises the versions of their modules. It looks at
 * those that the system reports: a look at all before each request kept the stack's main thread from its work.
 */
export async function detectChanges(): Promise<void> {
  // A change before this call is reported by then.
  await afterEvents();
  const isFullLook = performance.now() >= nextFullLook;
  const files = isFullLook ? followedModules.keys() : [...reportedFiles];
  reportedFiles.clear();
  if (isFullLook) nextFullLook = performance.now() + FULL_LOOK_MS;
  const changed = new Set<string>();
  for (const file of files) {
    const each = followedModules.get(file);
    if (!each) continue;
    const written = writtenAt(file);
    if (written !== each.written) changed.add(file);
    each.written = written;
  }
  // A module that imports a changed one must be reloaded too. The loop also visits files that it adds.
  for (const file of changed) {
    const each = followedModules.get(file);
    if (!each) continue;
    each.version += 1;
    for (const importer of each.importers) changed.add(importer);
  }
}

function moduleOf(file: string): FollowedModule {
  const existing = followedModules.get(file);
  if (existing) return existing;
  watchFolder(dirname(file));
  const module: FollowedModule = { written: writtenAt(file), version: 0, importers: new Set() };
  followedModules.set(file, module);
  const texts = FILES_READ_BY.get(file);
  if (texts)
    for (const text of globSync(texts, { cwd: ROOT })) moduleOf(join(ROOT, text)).importers.add(file);
  return module;
}

function watchFolder(folder: string): void {
  if (watchedFolders.has(folder)) return;
  watchedFolders.add(folder);
  const ignore = () => undefined;
  try {
    watch(folder, { persistent: false }, (_event, name) => {
      if (name) reportedFiles.add(join(folder, name));
    }).on("error", ignore);
  } catch {
    // A system may watch no more folders. The full look finds their changes.
  }
}

function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
