import { globSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../..");
/** What is loaded anew when it changes: what AWS would get. The local stack itself is not. */
const FOLDERS = ["functions", "lib"].map((folder) => `${pathToFileURL(join(ROOT, folder)).href}/`);
/** Modules that read texts as they load. */
const READERS = new Map(
  Object.entries({
    "functions/openapi-document.ts": ["lib/*/*/guide.md", "lib/core/*.md", "functions/*/*/guide.md"],
    "functions/reference-site.ts": ["lib/*/*.md", "infra/guide.md"],
    "lib/engagement/support/widget/script.ts": ["lib/engagement/support/widget/*.js"],
  }).map(([file, texts]) => [join(ROOT, file), texts]),
);

interface Followed {
  /** When the file was last written; 0 where it is not there. */
  written: number;
  /** How often it, or what it imports, has changed: a part of its address from the first change on. */
  version: number;
  importers: Set<string>;
}

const files = new Map<string, Followed>();

/** Follows every module that is loaded from now on, so that one that changed is loaded anew at its next import. */
export function followModules(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier, context);
      if (!FOLDERS.some((folder) => found.url.startsWith(folder))) return found;
      const file = fileURLToPath(found.url);
      const { importers, version } = followed(file);
      if (context.parentURL?.startsWith("file:"))
        importers.add(fileURLToPath(context.parentURL.replace(/\?.*$/, "")));
      return version === 0 ? found : { ...found, url: `${found.url}?version=${version}` };
    },
  });
}

/** How often a module, or what it imports, has changed. */
export function versionOf(file: string): number {
  return files.get(file)?.version ?? 0;
}

/** Notices what was written since it was last called; where no module is followed, nothing. */
export function detectChanges(): void {
  const changed = new Set<string>();
  for (const [file, each] of files) {
    const written = writtenAt(file);
    if (written !== each.written) changed.add(file);
    each.written = written;
  }
  // What imports a changed module has the old one in it. The set goes on with what is added meanwhile.
  for (const file of changed) {
    const each = files.get(file);
    if (!each) continue;
    each.version += 1;
    for (const importer of each.importers) changed.add(importer);
  }
}

function followed(file: string): Followed {
  const known = files.get(file);
  if (known) return known;
  const made: Followed = { written: writtenAt(file), version: 0, importers: new Set() };
  files.set(file, made);
  const texts = READERS.get(file);
  if (texts)
    for (const text of globSync(texts, { cwd: ROOT })) followed(join(ROOT, text)).importers.add(file);
  return made;
}

function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
