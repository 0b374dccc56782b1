import fc from "fast-check";
import { expect, test } from "vitest";
import { openImports } from "#test/support/shop.ts";

const linesOf = (jsonl: string): Record<string, unknown>[] =>
  jsonl
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const names = [{ en: "Mug", de: "Becher" }];
const MUG = {
  key: "mug",
  status: "active",
  blocks: [
    { key: "name", type: "LOCALIZED_TEXT", value: names },
    { key: "more", type: "TEXT", value: ["Fired twice"] },
  ],
  variants: [
    {
      sku: "S",
      weight: 300,
      requires_shipping: false,
      attributes: [{ key: "size", type: "TEXT", value: ["Small"] }],
      prices: [
        { market: "eu", amount: 1200, compare_at: 1500 },
        { market: "us", amount: 1400, compare_at: 1600 },
      ],
      inventory: [{ available: 5 }],
    },
  ],
};
const ODD_PRODUCTS = [
  { key: "quoted", name: "'=x", variants: [{ sku: "''+1" }, { weight: 1 }, {}] },
  { key: "blank", name: ' two\r\nlines, "quoted"; \ttab ', variants: [] },
  { key: "bare" },
];

type Variant = (typeof MUG.variants)[number];
type Column = [column: string, value: string, changed: (mug: typeof MUG, variant: Variant) => void];
const COLUMNS: Column[] = [
  ["status", "archived", (mug) => Object.assign(mug, { status: "archived" })],
  ["name", "Cup", (mug) => Object.assign(mug.blocks[0] ?? {}, { value: [{ en: "Cup", de: "Becher" }] })],
  ["weight", "400", (_, own) => Object.assign(own, { weight: 400 })],
  ["requires_shipping", "WAHR", (_, own) => Object.assign(own, { requires_shipping: true })],
  ["price:eu", "1300", (_, { prices }) => Object.assign(prices[0] ?? {}, { amount: 1300 })],
  ["compare_at:eu", "1700", (_, { prices }) => Object.assign(prices[0] ?? {}, { compare_at: 1700 })],
  [
    "price:us",
    "",
    (_, own) => Object.assign(own, { prices: own.prices.filter(({ market }) => market !== "us") }),
  ],
  // Empty cells change nothing here, and a file never changes stock that is counted already.
  ["tax_category_id", "", () => undefined],
  ["media_urls", "", () => undefined],
  ["stock:default", "99", () => undefined],
];

const KEY_COLUMN: Column = ["key", "mug", () => undefined];
const SKU_COLUMN: Column = ["sku", "S", () => undefined];

test("a file changes only what its columns name, whichever there are and in any order", async () => {
  const { run, exported } = await openImports();
  const sets = fc.shuffledSubarray([...COLUMNS, KEY_COLUMN, SKU_COLUMN]);
  await fc.assert(
    fc.asyncProperty(sets, async (drawn) => {
      const set = drawn.some(([column]) => column === "key") ? drawn : [...drawn, KEY_COLUMN];
      await run("jsonl", JSON.stringify(MUG));
      const [wanted] = linesOf(await exported("jsonl"));
      const mug = wanted as typeof MUG;
      for (const [, , change] of set) for (const own of mug.variants) change(mug, own);
      const [heads, cells] = [set.map(([column]) => column), set.map(([, value]) => value)];
      const done = await run("csv", `${heads.join(",")}\n${cells.join(",")}\n`);
      expect(done).toMatchObject({ status: "completed", failed: 0, faults: [] });
      expect(linesOf(await exported("jsonl"))[0]).toEqual(wanted);
    }),
    { numRuns: 20 },
  );
});

test("an export imported into any store exports the same bytes again", async () => {
  const [one, other] = [await openImports(), await openImports()];
  await one.run("jsonl", [MUG, ...ODD_PRODUCTS].map((each) => JSON.stringify(each)).join("\n"));
  const [csv, whole] = [await one.exported("csv"), await one.exported("jsonl")];
  for (const [format, text] of [
    ["csv", csv],
    ["jsonl", whole],
  ] as const) {
    expect(await one.run(format, text)).toMatchObject({ status: "completed", failed: 0, faults: [] });
    expect(await one.exported("csv")).toBe(csv);
    expect(await one.exported("jsonl")).toBe(whole);
    expect(await other.run(format, text)).toMatchObject({ status: "completed", failed: 0, faults: [] });
    expect(await other.exported("csv")).toBe(csv);
  }
  expect(csv).toContain("''=x");
});

test("rows without skus that do not say which variant they mean are refused", async () => {
  const { run, read } = await openImports();
  await run("csv", "key,sku,weight\nmug,S,1\nmug,L,2\n");
  const done = await run("csv", "key,weight\nmug,3\n");
  expect(done).toMatchObject({ failed: 1, faults: [{ line: 2, field: "sku" }] });
  expect((await read("mug")).variants.map(({ weight }) => weight)).toEqual([1, 2]);
});

test("a fault names the editor's line, the column, the value and what is accepted", async () => {
  const { run } = await openImports();
  const text =
    'key,name,requires_shipping,price:eu\r\na,"two\r\nlines",maybe,\r\n,,,\r\nb,B,FALSCH,"12,50"\r\nc,"C" c,,\r\n';
  const { faults, created } = await run("csv", text);
  expect(created).toBe(0);
  expect(faults.map(({ line, field, value, message }) => [line, field, value, message])).toEqual([
    [2, "requires_shipping", "maybe", "must be yes or no, such as true and false, ja and nein, 1 and 0"],
    [5, "price:eu", "12,50", "must be a whole number of the smallest unit, such as 1250 for 12.50"],
    [6, "", null, expect.stringContaining("goes on behind its closing quote")],
  ]);
});

test("a file that is not UTF-8 changes nothing, and says how to save it", async () => {
  const { run } = await openImports();
  const text = new Uint8Array(Buffer.from("key,name\na,Tea\nb,Th\u00e9\n", "latin1"));
  const message = "is not UTF-8: save it as CSV UTF-8, or as UTF-8 text";
  expect(await run("csv", text)).toMatchObject({
    status: "failed",
    created: 0,
    faults: [{ line: 3, message }],
  });
});
