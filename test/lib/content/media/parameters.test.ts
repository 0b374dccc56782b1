import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readParameters } from "#lib/content/media/parameters.ts";
import { ROOT } from "#test/doors/blocks.ts";

const guide = readFileSync(join(ROOT, "lib/content/media/guide.md"), "utf8");
const rows = [...guide.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, name = "", values = "", meaning = ""]) => ({ name, values, meaning }),
);
const named = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word);
const variant = (name: string, value?: string) =>
  readParameters(`w=9&h=9${value === undefined ? "" : `&${name}=${value}`}`).variant;

test("the guide's table has every parameter and exactly the accepted values", () => {
  expect(rows.map(({ name }) => name)).toEqual(["w", "h", "fit", "q", "format", "blur", "grayscale"]);
  for (const { name, values } of rows) {
    const [least, most] = [...values.matchAll(/\d+/g)].map(Number);
    const taken = named(values).length > 0 ? named(values) : [least, most].map(String);
    for (const value of taken) expect(() => readParameters(`${name}=${value}`)).not.toThrow();
    const refused = least === undefined || most === undefined ? ["other"] : [`${least - 1}`, `${most + 1}`];
    for (const value of refused) expect(() => readParameters(`${name}=${value}`), name).toThrow();
  }
});

test.each(rows.filter(({ meaning }) => /default [`\d]/.test(meaning)))(
  "the guide's default of $name gives the picture without it",
  ({ name, values, meaning }) => {
    const [, said = ""] = /default `?(\w+)`?/.exec(meaning) ?? [];
    const others = [...named(values), "7"].filter(
      (value) => value !== said && (name === "q" || value !== "7"),
    );
    expect(variant(name, said)).toBe(variant(name));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(variant(name, other)).not.toBe(variant(name));
  },
);
