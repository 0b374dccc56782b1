import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { handlerOf } from "#core/http/caller.ts";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { importCycles, importsBetween } from "./import-cycles.ts";
import { areaOf, domainOf, isBackwards, isStandIn, mayImport, PACKAGE_OWNERS } from "./imports.ts";
import { ROOT, sources, specifiersOf, typeParts, valuesImportedBy, withoutComments } from "./sources.ts";

const MAX_LINES = 250;
const GENERATED = "lib/client/api.ts";
const byPath = new Map(sources.map((source) => [source.path, source]));
const shipped = sources.filter(({ path }) => /^(lib|functions)\//.test(path));

describe("imports", () => {
  test("go from infra to functions to domains to lib/core, never back", () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => /^(lib|functions|infra|test)\//.test(imported) && !mayImport(path, imported))
        .map((imported) => `${path} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  test("of a domain lead only to lib/core and to areas on its left", () => {
    const wrong = shipped.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => isBackwards(path, imported))
        .map((imported) => `${path} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  test("have no cycle between files, domains, areas or the folders of infra", () => {
    const files = importsBetween(sources, (path) => (isOurs(path) ? path : undefined));
    const domains = importsBetween(shipped, domainOf);
    const areas = importsBetween(shipped, areaOf);
    // The shop is a package of its own.
    const folders = importsBetween(sources, (path) =>
      path.startsWith("infra/") ? path.replace(/(?<=^infra\/local\/shop)\/.*|\/[^/]*$/, "") : undefined,
    );
    expect([files, domains, areas, folders].flatMap(importCycles)).toEqual([]);
  });

  test("of a stand-in lead to no code that it helps to test, directly or not, except types", () => {
    const standIns = sources.map(({ path }) => path).filter(isStandIn);
    const wrong = standIns.flatMap((path) =>
      loadedFiles(path)
        // Escaping is not what these stand-ins test.
        .filter((imported) => /^(lib|functions)\//.test(imported) && imported !== "lib/core/html.ts")
        .map((imported) => `${path} runs ${imported}`),
    );
    expect(standIns).toEqual(
      expect.arrayContaining(["infra/local/stripe/server.ts", "test/support/shippo.ts"]),
    );
    expect(wrong).toEqual([]);
  });

  test("in a cycle are found, with the shortest cycle", () => {
    const graph = { a: ["b", "e"], b: ["c", "d"], c: ["d"], d: ["a"], e: [] };
    expect(importCycles(new Map(Object.entries(graph).map(([from, to]) => [from, new Set(to)])))).toEqual([
      "a → b → d → a",
    ]);
  });

  test("lead to existing files, by #names or within the folder", () => {
    const wrong = sources.flatMap(({ path, imports, specifiers }) => [
      ...specifiers.filter((specifier) => specifier.startsWith("..")).map((each) => `${path}: ${each}`),
      ...imports
        .filter((each) => /^(lib|functions|infra|test)\//.test(each) && !existsSync(join(ROOT, each)))
        .map((each) => `${path}: ${each} is not there`),
    ]);
    expect(wrong).toEqual([]);
  });

  test("of an outside service's client are in one place only", () => {
    const wrong = shipped.flatMap(({ path, imports }) =>
      PACKAGE_OWNERS.flatMap(({ match, place, or = place }) =>
        imports
          .filter((imported) => match.test(imported) && !path.startsWith(place) && !path.startsWith(or))
          .map((imported) => `${path} imports ${imported}, which is ${place}'s`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("of zod import the namespace, which bundles best", () => {
    const wrong = shipped.filter(({ text }) => /^import (type )?(\{|z\b).* from "zod"/m.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("are found however they are written", () => {
    const text = `import {\n  a,\n} from "./a.ts";\nimport "./b.ts";\nexport { c } from "./c.ts";\nawait import("./sources.ts");\n// import "./e.ts"`;
    expect(specifiersOf(text).sort()).toEqual(["./a.ts", "./b.ts", "./c.ts", "./sources.ts"]);
  });
});

describe("files", () => {
  test(`have at most ${MAX_LINES} lines`, () => {
    const long = sources.filter(
      ({ path, lines }) => !path.startsWith("test/") && path !== GENERATED && lines > MAX_LINES,
    );
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test("that are generated have lines of at most 120 columns, for review", () => {
    const { text = "" } = sources.find(({ path }) => path === GENERATED) ?? {};
    expect(text.split("\n").length).toBeGreaterThan(1000);
    expect(text.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });

  test("that are deployed have no ambient state, except the tenant of a log line", () => {
    const ambient = shipped.filter(({ text }) => /AsyncLocalStorage|async_hooks/.test(text));
    expect(ambient.map(({ path }) => path)).toEqual(["lib/core/log-context.ts"]);
    const asking = shipped.filter(({ text }) =>
      /\b(currentTenant|currentRequest)\b.*#?(core)?\/log-context\.ts/.test(text),
    );
    expect(asking.map(({ path }) => path)).toEqual(["lib/core/log.ts", "lib/core/queue/send.ts"]);
  });

  test("have no vague name", () => {
    const vague = sources.filter(({ path }) =>
      /(^|[/.-])(utils?|helpers?|misc|common)([/.-]|$)|\/index\.ts$/.test(path),
    );
    expect(vague.map(({ path }) => path)).toEqual([]);
  });

  test("state the purpose of a domain in the first line of its routes, service or table", () => {
    const saying = sources.filter(
      ({ path, text }) =>
        /\/(routes|service|table|pricing|records)\.ts$/.test(path) && /^\/\/ [A-Z][^\n]{20,}\.\n/.test(text),
    );
    const described = new Set(saying.map(({ path }) => folderOf(path)));
    const folders = new Set(sources.map(({ path }) => folderOf(path)));
    const undescribed = [...folders].filter((folder) => folder && !described.has(folder));
    expect(undescribed).toEqual([]);
  });

  test("re-export nothing, except the list of records and the entry of the client's package", () => {
    const barrels = shipped.filter(({ text }) => /^export (\*|\{[^}]*\}) from/m.test(text));
    expect(barrels.map(({ path }) => path)).toEqual([
      "lib/client/client.ts",
      "lib/system/deletion/records.ts",
    ]);
  });
});

describe("types", () => {
  test("are never `any` in generated code, which the linter skips", () => {
    const text = byPath.get(GENERATED)?.text ?? "";
    const parts = typeParts(text).map((part) => withoutComments(part.text));
    expect(parts.join("").length).toBeGreaterThan(1000);
    expect(parts.filter((part) => /\bany\b/.test(part))).toEqual([]);
  });

  test("are not cast outside lib/core", () => {
    const cast = /\bas\s(?!const\b)/;
    const domains = shipped.filter(({ path, text }) => !path.startsWith("lib/core/") && cast.test(text));
    const wrong = domains.flatMap(({ path, text }) =>
      typeParts(text)
        .filter((part) => /^as\s(?!const\b)/.test(part.text))
        .map((part) => `${path}:${part.line}: ${part.text}`),
    );
    expect(wrong).toEqual([]);
  });

  test("are told apart from code", () => {
    const text = `const a = b as any;\nconst c: string = "x as y"; // as z\nconst d = [1] as const;`;
    expect(typeParts(text)).toEqual([
      { line: 1, text: "as any" },
      { line: 2, text: ": string" },
      { line: 3, text: "as const" },
    ]);
  });
});

describe("functions", () => {
  const files = sources.filter(({ path }) => /^functions\/[^/]+\/[^/]+\//.test(path)).map(({ path }) => path);
  const expected = [
    ...new Set(operations.map((each) => `functions/${each.folder}/${kebab(handlerOf(each))}.ts`)),
    ...workers.map(({ folder, id }) => `functions/${folder}/${kebab(id)}.worker.ts`),
  ];

  test("have exactly one handler file for each operation and worker", () => {
    const handlers = files.filter(
      (path) => !/(\/routes|\/workers|\/field-descriptions|\.thread)\.ts$/.test(path),
    );
    expect(handlers.sort()).toEqual([...expected].sort());
  });

  test("that share a handler file are all named in it", () => {
    const byFile = Map.groupBy(operations, (each) => `functions/${each.folder}/${kebab(handlerOf(each))}.ts`);
    const wrong = [...byFile].flatMap(([path, list]) => {
      const code = sources.find((source) => source.path === path)?.text ?? "";
      const named = new Set((/lambda\(\s*\[([^\]]*)\]/.exec(code)?.[1] ?? "").split(/\W+/));
      const missing = list.filter(({ id }) => !named.has(id));
      return list.length > 1 ? missing.map(({ id }) => `${path} does not open ${id}`) : [];
    });
    expect(wrong).toEqual([]);
    expect([...byFile.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(10);
  });

  test("are declared in a folder named as their domain", () => {
    const declared = new Set([...operations, ...workers].map(({ folder }) => folder));
    const folders = new Set(files.map((path) => path.split("/").slice(1, 3).join("/")));
    expect([...folders].sort()).toEqual([...declared].sort());
  });

  test("belong to the business family if their path does, for the error of a missing tenant", () => {
    const strangers = operations.filter(
      ({ path, family }) => path.startsWith("/v1/businesses") !== (family === "business"),
    );
    const flat = /^\/v1\/(reservations|notifications\/track)/;
    expect(strangers.map(({ path }) => path).filter((path) => !flat.test(path))).toEqual([]);
  });

  test("get their family from their route table: no domain code reads a path", () => {
    const looking = sources.filter(
      ({ path, text }) =>
        /^lib\/(?!core\/http\/|client\/)/.test(path) && /"\/v1\/(stores|businesses)"/.test(text),
    );
    expect(looking.map(({ path }) => path)).toEqual([]);
  });

  test("wait for several results so that the first in order throws, not the fastest", () => {
    const wrong = shipped.filter(({ text }) => /\bPromise\.(all|any)\(/.test(text)).map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  test("make no decisions: a handler has no branch", () => {
    const thinking = sources.filter(
      ({ path, text }) =>
        expected.includes(path) && /^\s*(if|switch|for|while) \(|\btry \{/m.test(withoutComments(text)),
    );
    expect(thinking.map(({ path }) => path)).toEqual([]);
  });
});

describe("tests", () => {
  test("that change a module's state have a process of their own", () => {
    const leaves =
      /\bvi\.(resetModules|mock|doMock)\(|\bstandInForModel\(|\bprocess\.env\.AWS_ENDPOINT_URL_\w+ = /;
    const wrong = sources.filter(
      ({ path, text }) => path.endsWith(".test.ts") && leaves.test(text) && !text.startsWith("// Alone: "),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

/** Area and domain of a file in `functions` or `lib`. */
function folderOf(path: string): string | undefined {
  return /^(?:lib|functions)\/(?!core\/|client\/)([^/]+\/[^/]+)\//.exec(path)?.[1];
}

function isOurs(path: string): boolean {
  return /^(lib|functions|infra|test)\//.test(path);
}

/** Every file that is loaded with a file. */
function loadedFiles(start: string): string[] {
  const found = new Set([start]);
  for (const path of found) {
    const source = byPath.get(path);
    if (source) for (const next of valuesImportedBy(source)) found.add(next);
  }
  return [...found];
}
