import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import { consoleModules } from "#infra/commands/console-types.ts";
import { consoleSources, screenFolders } from "./console-sources.ts";
import { ROOT } from "./sources.ts";

const AREAS = ["commerce", "booking", "money", "content", "delivery", "engagement", "tenancy"];
const SHARED_FOLDERS = ["shell", "shared", "generated"];
const WRITE_CALL = /\b(?:useWrite|write)(?:<[^>]*>)?\(\s*"(\w+)"/g;
const PERMISSION_CHECK = /(?:\bmay\(|needs[:=] ?\{?)\s*"(\w+)"/g;
const areaOf = (path: string) => path.split("/")[0] ?? "";
const read = (path: string) => readFileSync(join(ROOT, "lib/console", path), "utf8");
const isOwnFile = (each: string) => /^(shell|shared|generated|[a-z]+)\/.*\.(ts|tsx|css|svg)$/.test(each);

describe("the console", () => {
  test("has generated code that matches the manifest; npm run client renews it", () => {
    for (const [name, text] of Object.entries(consoleModules()))
      expect(read(`generated/${name}`) === text, name).toBe(true);
  });

  test("imports only the client and the packages of its package.json", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    const known = new Set([
      "@storefront-backend/client",
      ...Object.keys(dependencies),
      ...Object.keys(devDependencies),
    ]);
    const wrong = consoleSources.flatMap(({ path, imports }) =>
      imports
        .filter((each) => !isOwnFile(each) && !known.has(packageOf(each)))
        .map((each) => `${path} imports ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  test("depends on no package that it does not use", () => {
    const { dependencies } = JSON.parse(read("package.json"));
    const used = new Set(consoleSources.flatMap(({ imports }) => imports.map(packageOf)));
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([]);
  });

  test("has areas that import only links of each other, and nothing of the shell", () => {
    const wrong = consoleSources.flatMap(({ path, imports }) => {
      const area = areaOf(path);
      if (!AREAS.includes(area)) return [];
      return imports
        .filter(isOwnFile)
        .filter((each) => areaOf(each) !== area && !["shared", "generated"].includes(areaOf(each)))
        .filter((each) => !each.endsWith("/links.ts"))
        .map((each) => `${path} imports ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  test("has shared code that imports neither areas nor the shell", () => {
    const wrong = consoleSources
      .filter(({ path }) => areaOf(path) === "shared")
      .flatMap(({ path, imports }) =>
        imports
          .filter((each) => isOwnFile(each) && !["shared", "generated"].includes(areaOf(each)))
          .map((each) => `${path} imports ${each}`),
      );
    expect(wrong).toEqual([]);
  });

  test("has no area outside the list", () => {
    const areas = new Set(
      consoleSources.map(({ path }) => areaOf(path)).filter((each) => !each.includes(".")),
    );
    expect([...areas].filter((area) => ![...AREAS, ...SHARED_FOLDERS].includes(area))).toEqual([]);
  });

  test("has a page and texts for each screen", () => {
    const paths = new Set(consoleSources.map(({ path }) => path));
    const missing = screenFolders.flatMap((folder) =>
      ["page.tsx", "texts.ts"].map((file) => `${folder}/${file}`).filter((file) => !paths.has(file)),
    );
    expect(missing).toEqual([]);
    expect(screenFolders.length).toBeGreaterThan(0);
  });

  test("has files of at most 250 lines, and none with a vague name", () => {
    expect(
      consoleSources.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path}: ${lines}`),
    ).toEqual([]);
    const vague = consoleSources.filter(({ path }) =>
      /(^|[/.-])(utils?|helpers?|misc|common|index)\.tsx?$/.test(path),
    );
    expect(vague.map(({ path }) => path)).toEqual([]);
  });

  test("inserts no HTML except in a preview", () => {
    const wrong = consoleSources.filter(
      ({ path, text }) =>
        path !== "shared/preview.tsx" &&
        /dangerouslySetInnerHTML|\.innerHTML|srcdoc|insertAdjacentHTML/i.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("asks for the permission of each operation before it offers a write", () => {
    const writes = new Set(operations.filter(({ method }) => method !== "GET").map(({ id }) => id));
    const wrong = consoleSources
      .filter(({ path }) => AREAS.includes(areaOf(path)))
      .flatMap(({ path, text }) => {
        const asked = new Set(permissionFilesOf(path).flatMap((each) => idsIn(each.text, PERMISSION_CHECK)));
        return idsIn(text, WRITE_CALL)
          .filter((id) => writes.has(id) && !asked.has(id))
          .map((id) => `${path} writes ${id}`);
      });
    expect(wrong).toEqual([]);
  });
});

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function idsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, id = ""]) => id);
}

/** Where a write's permission can be asked: in files of the same screen, and for shared files, in their importers. */
function permissionFilesOf(path: string): typeof consoleSources {
  const folder = screenFolders.find((each) => path.startsWith(`${each}/`));
  if (folder) return consoleSources.filter((each) => each.path.startsWith(`${folder}/`));
  const beside = consoleSources.filter((each) => dirname(each.path) === dirname(path));
  const found = new Set(beside.map((each) => each.path));
  for (const known of found)
    for (const { path: user, imports } of consoleSources) if (imports.includes(known)) found.add(user);
  return consoleSources.filter((each) => found.has(each.path));
}
