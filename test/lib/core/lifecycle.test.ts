import { expect, test } from "vitest";
import { defineErrors } from "#core/errors.ts";
import { deletes, lifecycle, refuses, stays, to } from "#core/lifecycle.ts";
import { markdown } from "#core/reference/markdown.ts";
import { statePicture, stateTable } from "#core/reference/states.ts";
import { wrongCells } from "#test/support/lives.ts";

const LAMP = defineErrors("LAMP", { BROKEN: [409, "The lamp is broken."] });

type Lamp = { status: "off" | "on" | "broken" };
type Press = { is: "press"; force?: boolean };

const broken = refuses(LAMP.BROKEN, () => LAMP.BROKEN());
const life = lifecycle<{
  state: Lamp["status"];
  whole: { lamp: Lamp };
  happening: Press | { is: "drop" } | { is: "scrap" };
  outcome: { record: Lamp };
}>({
  name: "lamp",
  states: ["off", "on", "broken"],
  begins: ["off"],
  stateOf: ({ lamp }) => lamp.status,
  rests: ({ lamp }) => ({ record: lamp }),
  table: {
    press: {
      off: to(["on"], lit, [LAMP.BROKEN]),
      on: to(["off"], () => ({ record: { status: "off" as const } })),
      broken,
    },
    drop: {
      off: to(["broken"], () => ({ record: { status: "broken" as const } })),
      on: to(["broken"], () => ({ record: { status: "broken" as const } })),
      broken: stays,
    },
    scrap: { off: stays, on: stays, broken: deletes(({ lamp }: { lamp: Lamp }) => ({ record: lamp })) },
  },
});

function lit(_: { lamp: Lamp }, { force }: Press): { record: { status: "on" } } {
  if (force) throw LAMP.BROKEN();
  return { record: { status: "on" } };
}

const wholes = (status: string) =>
  life.states.filter((each) => each === status).map((each) => ({ lamp: { status: each } }));
const happenings = [
  { is: "press" as const },
  { is: "press" as const, force: true },
  { is: "drop" as const },
  { is: "scrap" as const },
];

test("a step leads where the table says, is refused by its error, or changes nothing", () => {
  const lamp: Lamp = { status: "broken" };
  expect(life.step({ lamp: { status: "off" } }, { is: "press" }).record).toEqual({ status: "on" });
  expect(() => life.step({ lamp }, { is: "press" })).toThrow("The lamp is broken.");
  expect(life.step({ lamp }, { is: "drop" }).record).toBe(lamp);
  expect(life.refusal({ lamp }, { is: "press" })?.message).toBe("The lamp is broken.");
  expect(life.refusal({ lamp }, { is: "drop" })).toBeUndefined();
});

test("a record begins and changes only as the table has it", () => {
  const follows = (before: Lamp["status"] | undefined, after: Lamp["status"]) => () =>
    life.follows(before && { status: before }, { status: after });
  for (const fine of [follows(undefined, "off"), follows("off", "on"), follows("on", "on")]) fine();
  expect(follows(undefined, "on")).toThrow("A lamp that is new cannot become on.");
  expect(follows("broken", "off")).toThrow("A lamp that is broken cannot become off.");
});

test("the walk through a life finds a cell that leads elsewhere", () => {
  expect(wrongCells(life, { wholes, happenings })).toEqual([]);
  const wrong = { ...life, table: { ...life.table, drop: { ...life.table.drop, on: stays } } };
  expect(wrongCells(wrong, { wholes, happenings })).toEqual(["drop in on: broken and not on"]);
  expect(wrongCells(life, { wholes, happenings: happenings.slice(0, 1) })).toContain(
    "press in off: on and not on, LAMP.BROKEN",
  );
});

test("its table and its picture have every cell and every way", () => {
  expect(stateTable(life)).toBe(`| lamp | off | on | broken |
| --- | --- | --- | --- |
| begin | off |  |  |
| press | on, \`BROKEN\` | off | \`BROKEN\` |
| drop | broken | broken | – |
| scrap | – | – | deleted |`);
  const picture = statePicture(life).toString();
  expect(picture.match(/text-anchor="middle">[^<]+/g)?.map((text) => text.split(">")[1])).toEqual([
    ...["off", "on", "broken", "deleted"],
    ...["begin", "press", "drop", "press", "drop", "scrap"],
  ]);
  expect(picture).not.toContain("<script");
  const page = markdown(stateTable(life), { pictures: new Map([["lamp", statePicture(life)]]) }).toString();
  expect(page.indexOf("<svg")).toBeLessThan(page.indexOf("<table"));
});
