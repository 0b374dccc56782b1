import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { fixtureTexts } from "#infra/commands/fixtures.ts";
import { ROOT } from "./sources.ts";

const fixtures = fixtureTexts();
const hasFixture = (id: string) => fixtures.has(`${kebab(id)}.json`);
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const guides = [
  "README.md",
  ...globSync(["infra/guide.md", "lib/**/*.md"], { cwd: ROOT, exclude: ["lib/console/**"] }),
];

describe("events/", () => {
  test("has exactly the generated events", () => {
    const files = readdirSync(join(ROOT, "events"));
    expect(files.sort()).toEqual([...fixtures.keys()].sort());
    const stale = files.filter((file) => read(`events/${file}`) !== fixtures.get(file));
    expect(stale, "npm run fixtures makes them anew").toEqual([]);
  });

  test("has one for each kind of trigger and each operation that a guide names", () => {
    const units = [
      ...workers.map(({ id, trigger }) => ({ id, shape: `worker of a ${shapeOf(trigger)}` })),
      ...operations.map((operation) => ({ id: operation.id, shape: `body of ${bodyOf(operation)}` })),
    ];
    const shapes = Map.groupBy(
      units.filter(({ id }) => hasFixture(id)),
      ({ shape }) => shape,
    );
    expect(units.filter(({ shape }) => !shapes.has(shape))).toEqual([]);
    const words = new Set(guides.flatMap((file) => read(file).match(/\b[a-z]+[A-Z]\w+\b/g) ?? []));
    const named = operations.filter(({ id }) => words.has(id)).map(({ id }) => id);
    expect(named).toEqual(expect.arrayContaining(["createForm", "addVisitorCartItem"]));
    expect(named.filter((id) => !hasFixture(id))).toEqual([]);
    const needless = [...shapes.values()]
      .filter((some) => some.length > 1)
      .flatMap((some) => some.filter(({ id }) => !named.includes(id)));
    expect(needless).toEqual([]);
  });
});

function shapeOf(trigger: (typeof workers)[number]["trigger"]): string {
  return trigger.kind === "queue" && trigger.foreign ? "queue of another service" : trigger.kind;
}

function bodyOf({ body, bodyKind = "json" }: (typeof operations)[number]): string {
  return body || bodyKind !== "json" ? bodyKind : "none";
}
