import { expect, test } from "vitest";
import { resolved, type Source, sources } from "./sources.ts";

/** Exports that are used without an import by name. */
const CALLED_BY_OTHERS: readonly { path: RegExp; names: RegExp; because: string }[] = [
  {
    path: /^(functions|test)\/|^infra\/(build-plugins|unknown-route)\.ts$/,
    names: /^handler$/,
    because: "Lambda calls it",
  },
  {
    path: /^test\/.*\.(soak|bench)\.ts$/,
    names: /^(name|run|manifest|environment|searchOnce)$/,
    because: "the runner of its kind calls it, or a process of its own",
  },
  { path: /^lib\/core\/event-types\.ts$/, names: /^EventTypes$/, because: "domains add their events to it" },
  { path: /^lib\/client\//, names: /./, because: "shops import the client" },
  { path: /^test\/check\/seams\.ts$/, names: /./, because: "it is there to be refused by the compiler" },
];

const NAME = String.raw`([A-Za-z_$][\w$]*)`;
const EXPORT_LINE = new RegExp(
  String.raw`^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ${NAME}`,
  "gm",
);

test("every export is imported by another file", () => {
  const used = usesOf(sources);
  const unused = sources.flatMap(({ path, text }) =>
    exportsOf(text)
      .filter((name) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
      .filter((name) => !CALLED_BY_OTHERS.some((each) => each.path.test(path) && each.names.test(name)))
      .map((name) => `${path}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test("the rule finds unused exports, however they and their imports are written", () => {
  const texts = {
    "lib/a.ts":
      "export const one = 1;\nexport type Two = 2;\nexport async function three() {}\nexport { four, five as six };\n",
    "lib/b.ts":
      'import { one, type Two as Other } from "./a.ts";\nimport * as a from "./a.ts";\na.three();\n',
  };
  const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
  expect(all.flatMap(({ text }) => exportsOf(text))).toEqual(["one", "Two", "three", "four", "six"]);
  expect([...usesOf(all)].sort()).toEqual(["lib/a.ts Two", "lib/a.ts one", "lib/a.ts three"]);
});

function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(EXPORT_LINE)].map(([, name = ""]) => name);
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
    namesIn(names).map(({ to }) => to),
  );
  return [...new Set([...declared, ...listed])];
}

/** The imported names as `path name`, or `path *` where any export of the file may be used. */
function usesOf(all: readonly Pick<Source, "path" | "text">[]): Set<string> {
  const used = new Set<string>();
  for (const { path, text } of all) {
    for (const [, names = "", specifier = ""] of text.matchAll(
      /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"([^"]+)"/gm,
    ))
      for (const { from } of namesIn(names)) used.add(`${resolved(path, specifier)} ${from}`);
    for (const [, alias = "", specifier = ""] of text.matchAll(
      /^import\s+(?:type\s+)?\*\s+as\s+(\w+)\s+from\s*"([^"]+)"/gm,
    ))
      for (const name of membersOf(text, alias)) used.add(`${resolved(path, specifier)} ${name}`);
    for (const [, specifier = ""] of text.matchAll(/\bimport\(\s*"([^"]+)"/g))
      used.add(`${resolved(path, specifier)} *`);
  }
  return used;
}

/** Names that are read from a namespace; all if it is passed on. */
function membersOf(text: string, alias: string): string[] {
  const uses = [...text.matchAll(new RegExp(String.raw`(?<![\w$."'/])${alias}\b(\.${NAME})?`, "g"))].slice(1);
  return uses.map(([, , name]) => name ?? "*");
}

function namesIn(list: string): { from: string; to: string }[] {
  return list
    .replace(/\/\/.*$/gm, "")
    .split(",")
    .map((each) => each.trim().replace(/^type\s+/, ""))
    .filter(Boolean)
    .map((each) => {
      const [from = "", to = from] = each.split(/\s+as\s+/);
      return { from, to };
    });
}
