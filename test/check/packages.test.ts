import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, type Source, sources, valuesImportedBy } from "./sources.ts";

interface Package {
  name: string;
  workspaces?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string): Package => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const root = read("package.json");
const { packages }: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);
/** Folders with a package.json of their own. */
const OWN_PACKAGES = ["lib/client", "infra/local/shop"];
const ownPackageOf = (path: string) => OWN_PACKAGES.find((folder) => path.startsWith(`${folder}/`));
const deployed = sources.filter(({ path }) => /^(lib|functions)\//.test(path) && !ownPackageOf(path));

function packagesOf(source: Source): string[] {
  const values = valuesImportedBy(source).filter((each) => !isBuiltin(each));
  const foreign = values.filter((each) => !/^(#|lib\/|functions\/|infra\/|test\/)/.test(each));
  return foreign.map((each) => each.split("/", each.startsWith("@") ? 2 : 1).join("/"));
}

/** The programs of the npm scripts that run a file first. */
function scriptsThatRequire(file: string): string[] {
  return Object.values(root.scripts ?? {})
    .filter((command) => command.includes(`-r ${file} `))
    .flatMap((command) => /[\w/-]+\.ts$/.exec(command) ?? []);
}

/** The sources that a program imports, and what those import. */
function reachedFrom(files: readonly string[]): Source[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Map<string, Source>();
  const pending = [...files];
  for (const path of pending) {
    const source = byPath.get(path);
    if (!source || reached.has(path)) continue;
    reached.set(path, source);
    pending.push(...valuesImportedBy(source));
  }
  return [...reached.values()];
}

describe("packages", () => {
  test.each(OWN_PACKAGES)("%s needs exactly the packages of its own package.json", (folder) => {
    const { dependencies = {} } = read(`${folder}/package.json`);
    const own = sources.filter(({ path }) => ownPackageOf(path) === folder);
    const used = new Set(own.flatMap(packagesOf));
    // Imports of our own client were resolved to files.
    const client = own.some(({ imports }) => imports.some((each) => each.startsWith("lib/client/")));
    if (client && folder !== "lib/client") used.add(read("lib/client/package.json").name);
    expect([...used].sort()).toEqual(Object.keys(dependencies).sort());
  });

  test("of a package.json are the same in its lockfile", () => {
    for (const folder of OWN_PACKAGES) {
      const { name, dependencies } = read(`${folder}/package.json`);
      expect(packages[folder]).toMatchObject({ name, dependencies });
    }
    expect(packages[""]).toMatchObject({ workspaces: root.workspaces, dependencies: root.dependencies });
  });

  test("that functions need are the project's dependencies, and no tools", () => {
    const known = new Set(Object.keys(root.dependencies ?? {}));
    const wrong = deployed.flatMap((source) =>
      packagesOf(source)
        .filter((name) => !known.has(name))
        .map((name) => `${source.path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test("of the first install are what functions and the commands of the first hour import", () => {
    const programs = ["infra/local/emulators.worker.ts", ...scriptsThatRequire("./infra/preflight.cjs")];
    const reached = reachedFrom(programs);
    const used = new Set([...deployed, ...reached].flatMap(packagesOf));
    // They are run, or only their types are used.
    const unseen = /^(node|typescript|@types\/.+)$/;
    const known = Object.keys(root.dependencies ?? {}).filter((name) => !unseen.test(name));
    expect([...used].sort()).toEqual(known.sort());
  });

  test("of tests, checks and deployments come with the first script that needs them", () => {
    const late = scriptsThatRequire("./infra/all-packages.cjs");
    expect(late).toContain("test/bench.ts");
    const wrong = Object.entries(root.scripts ?? {}).filter(
      ([, command]) => /vitest|biome|cdk/.test(command) && !command.includes("infra/all-packages.cjs"),
    );
    expect(wrong).toEqual([]);
  });

  test("are all that the example shop and the client import, and nothing of the server", () => {
    const wrong = sources.flatMap(({ path, imports }) => {
      const wing = ownPackageOf(path);
      const inside = (each: string) =>
        wing !== undefined && (ownPackageOf(each) === wing || ownPackageOf(each) === OWN_PACKAGES[0]);
      const server = imports.filter((each) => /^(lib|functions|infra|test)\//.test(each) && !inside(each));
      return wing ? server.map((each) => `${path} imports ${each}`) : [];
    });
    expect(wrong).toEqual([]);
  });
});
