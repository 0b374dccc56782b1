import { expect, test } from "vitest";
import { defineErrors } from "#core/errors.ts";
import { deletes, ignored, lifecycle, movesTo, refuses } from "#core/lifecycle.ts";
import { markdown } from "#core/reference/markdown.ts";
import { stateDiagram, stateTable } from "#core/reference/states.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";

const LAMP = defineErrors("LAMP", { BROKEN: [409, "The lamp is broken."] });

type Lamp = { status: "off" | "on" | "broken" };
type Press = { type: "press"; force?: boolean };

const broken = refuses(LAMP.BROKEN, () => LAMP.BROKEN());
const life = lifecycle<{
  state: Lamp["status"];
  snapshot: { lamp: Lamp };
  event: Press | { type: "drop" } | { type: "scrap" };
  outcome: { record: Lamp };
}>({
  name: "lamp",
  states: ["off", "on", "broken"],
  initial: ["off"],
  stateOf: ({ lamp }) => lamp.status,
  unchanged: ({ lamp }) => ({ record: lamp }),
  table: {
    press: {
      off: movesTo(["on"], turnOn, [LAMP.BROKEN]),
      on: movesTo(["off"], () => ({ record: { status: "off" as const } })),
      broken,
    },
    drop: {
      off: movesTo(["broken"], () => ({ record: { status: "broken" as const } })),
      on: movesTo(["broken"], () => ({ record: { status: "broken" as const } })),
      broken: ignored,
    },
    scrap: { off: ignored, on: ignored, broken: deletes(({ lamp }: { lamp: Lamp }) => ({ record: lamp })) },
  },
});

function turnOn(_: { lamp: Lamp }, { force }: Press): { record: { status: "on" } } {
  if (force) throw LAMP.BROKEN();
  return { record: { status: "on" } };
}

const snapshots = (status: string) =>
  life.states.filter((each) => each === status).map((each) => ({ lamp: { status: each } }));
const events = [
  { type: "press" as const },
  { type: "press" as const, force: true },
  { type: "drop" as const },
  { type: "scrap" as const },
];

test("an event moves a record as the table says, is refused, or is ignored", () => {
  const lamp: Lamp = { status: "broken" };
  expect(life.transition({ lamp: { status: "off" } }, { type: "press" }).record).toEqual({ status: "on" });
  expect(() => life.transition({ lamp }, { type: "press" })).toThrow("The lamp is broken.");
  expect(life.transition({ lamp }, { type: "drop" }).record).toBe(lamp);
  expect(life.refusal({ lamp }, { type: "press" })?.message).toBe("The lamp is broken.");
  expect(life.refusal({ lamp }, { type: "drop" })).toBeUndefined();
});

test("a record is created in an initial state and changes only as the table allows", () => {
  const check = (before: Lamp["status"] | undefined, after: Lamp["status"]) => () =>
    life.checkTransition(before && { status: before }, { status: after });
  for (const fine of [check(undefined, "off"), check("off", "on"), check("on", "on")]) fine();
  expect(check(undefined, "on")).toThrow("A lamp that is new cannot become on.");
  expect(check("broken", "off")).toThrow("A lamp that is broken cannot become off.");
});

test("a transition with another outcome than the table declares is found", () => {
  expect(wrongTransitions(life, { snapshots, events })).toEqual([]);
  const wrong = { ...life, table: { ...life.table, drop: { ...life.table.drop, on: ignored } } };
  expect(wrongTransitions(wrong, { snapshots, events })).toEqual(["drop in on: broken and not on"]);
  expect(wrongTransitions(life, { snapshots, events: events.slice(0, 1) })).toContain(
    "press in off: on and not on, LAMP.BROKEN",
  );
});

test("the table and the diagram of a lifecycle show every transition", () => {
  expect(stateTable(life)).toBe(`| lamp | off | on | broken |
| --- | --- | --- | --- |
| created | off |  |  |
| press | on, \`BROKEN\` | off | \`BROKEN\` |
| drop | broken | broken | – |
| scrap | – | – | deleted |`);
  const picture = stateDiagram(life).toString();
  expect(picture.match(/text-anchor="middle">[^<]+/g)?.map((text) => text.split(">")[1])).toEqual([
    ...["off", "on", "broken", "deleted"],
    ...["created", "press", "drop", "press", "drop", "scrap"],
  ]);
  expect(picture).not.toContain("<script");
  const page = markdown(stateTable(life), { pictures: new Map([["lamp", stateDiagram(life)]]) }).toString();
  expect(page.indexOf("<svg")).toBeLessThan(page.indexOf("<table"));
});
