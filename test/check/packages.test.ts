import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT, type Source, sources, valuesImportedBy } from "./sources.ts";

interface Package {
  name: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string): Package => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const root = read("package.json");
const { packages }: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);
/** What is a package of its own: what a page needs is not what a Lambda needs. */
const WINGS = ["lib/client", "infra/local/shop"];
const wingOf = (path: string) => WINGS.find((folder) => path.startsWith(`${folder}/`));
const deployed = sources.filter(({ path }) => /^(lib|functions)\//.test(path) && !wingOf(path));

/** The packages that code imports when it runs. */
function packagesOf(source: Source): string[] {
  const values = valuesImportedBy(source).filter((each) => !isBuiltin(each));
  const foreign = values.filter((each) => !/^(#|lib\/|functions\/|infra\/|test\/)/.test(each));
  return foreign.map((each) => each.split("/", each.startsWith("@") ? 2 : 1).join("/"));
}

describe("packages", () => {
  test.each(WINGS)("%s needs what its own package.json names, and all of that", (folder) => {
    const { dependencies = {} } = read(`${folder}/package.json`);
    const own = sources.filter(({ path }) => wingOf(path) === folder);
    const used = new Set(own.flatMap(packagesOf));
    // What the project itself has under that name is a file by now, and no package.
    const client = own.some(({ imports }) => imports.some((each) => each.startsWith("lib/client/")));
    if (client && folder !== "lib/client") used.add(read("lib/client/package.json").name);
    expect([...used].sort()).toEqual(Object.keys(dependencies).sort());
  });

  test("of a wing are there in the lockfile as in its package.json", () => {
    for (const folder of WINGS) {
      const { name, dependencies } = read(`${folder}/package.json`);
      expect(packages[folder]).toMatchObject({ name, dependencies });
    }
    expect(packages[""]).toMatchObject({ workspaces: root.workspaces, dependencies: root.dependencies });
  });

  test("that a Lambda needs are the project's dependencies, and none is a tool's", () => {
    const known = new Set(Object.keys(root.dependencies ?? {}));
    const wrong = deployed.flatMap((source) =>
      packagesOf(source)
        .filter((name) => !known.has(name))
        .map((name) => `${source.path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test("that nothing deployed or deploying imports are no dependencies of the project", () => {
    const infra = sources.filter(({ path }) => path.startsWith("infra/") && !wingOf(path));
    const used = new Set([...deployed, ...infra].flatMap(packagesOf));
    expect(Object.keys(root.dependencies ?? {}).filter((name) => !used.has(name))).toEqual([]);
  });

  test("are imported by the example shop and the client from nothing of the server", () => {
    const wrong = sources.flatMap(({ path, imports }) => {
      const wing = wingOf(path);
      const inside = (each: string) =>
        wing !== undefined && (wingOf(each) === wing || wingOf(each) === WINGS[0]);
      const server = imports.filter((each) => /^(lib|functions|infra|test)\//.test(each) && !inside(each));
      return wing ? server.map((each) => `${path} imports ${each}`) : [];
    });
    expect(wrong).toEqual([]);
  });
});
