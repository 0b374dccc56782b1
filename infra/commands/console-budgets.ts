import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  isEntry?: boolean;
}
type Manifest = Readonly<Record<string, Chunk>>;

interface BundleSize {
  name: string;
  /** Bytes, gzip. */
  bytes: number;
  most: number;
}

const KB = 1024;
const MAX_FIRST_LOAD = 280 * KB;
const MAX_SCREEN = 30 * KB;
const MAX_CALENDAR = 20 * KB;
const MAX_RICH_TEXT = 150 * KB;
const TODAY_PAGE = "tenancy/today/page.tsx";

/** Measures the first screen with all its files, and each later screen, against its budget. */
export function measureBundles(folder: string): BundleSize[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? "";
  const shell = filesOf(manifest, [entry]);
  const first = filesOf(manifest, [entry, TODAY_PAGE]);
  const size = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  const further = (name: string) => size(filesOf(manifest, [name]).difference(shell));
  const screens = Object.keys(manifest).filter(
    (name) => /^[^_].*\/page\.tsx$/.test(name) && name !== TODAY_PAGE,
  );
  const rich = Object.keys(manifest).filter((name) => name.endsWith("/rich-text.tsx"));
  return [
    { name: "first load to Today", bytes: size(first) + size(["index.html"]), most: MAX_FIRST_LOAD },
    ...screens.map((name) => ({
      name,
      bytes: further(name),
      most: name.includes("calendar") ? MAX_CALENDAR : MAX_SCREEN,
    })),
    ...rich.map((name) => ({ name, bytes: further(name), most: MAX_RICH_TEXT })),
  ];
}

/** The files of some entries and their static imports. */
function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const each of chunk.imports ?? []) visit(each);
  };
  for (const entry of entries) visit(entry);
  return files;
}
