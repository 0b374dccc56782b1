import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePastedCells, pastedValues } from "#lib/console/commerce/products/cells.ts";
import { productRequest } from "#lib/console/commerce/products/form/body.ts";
import { faultsIn, fieldOf } from "#lib/console/commerce/products/form/faults.ts";
import {
  type Catalog,
  columnsOf,
  compareAt,
  type Product,
  price,
  rowsIn,
  sku,
  stock,
  valuesOf,
} from "#lib/console/commerce/products/form/values.ts";
import { MAX_VARIANTS, type Option, rowName, rowsOf } from "#lib/console/commerce/products/options.ts";

const SETTING = {
  languages: ["en"],
  markets: [
    { id: "m1", key: "eu", currency: "EUR" },
    { id: "m2", key: "jp", currency: "JPY" },
  ],
  locations: [{ id: "loc_1", key: "shop" }],
} as unknown as Catalog;

type Variant = Product["variants"][number];

function variant(id: string, values: Record<string, string>, more: Partial<Variant> = {}): Variant {
  const attributes = Object.entries(values).map(([key, value]) => ({
    ...{ id: `${id}-${key}`, key, type: "TEXT" as const, properties: {}, value: [value] },
  }));
  return {
    ...{ id, sku: null, status: "active", weight: null, requires_shipping: true, tax_category_id: null },
    ...{ counted: false, prices: [], attributes, available: null, inventory: [] },
    ...more,
  };
}

function product(variants: Variant[], more: Partial<Product> = {}): Product {
  return {
    ...{ id: "prod_1", store_id: "store_1", key: "shirt", slug: {}, status: "draft", created_at: 1 },
    ...{ updated_at: 1, blocks: [], taxonomies: [], variants, version: 3 },
    ...more,
  };
}

const SIZE: Option = { id: "size", name: "size", values: ["S", "M"] };
const COLOUR: Option = { id: "new-1", name: "Colour", values: ["Blue", "Red"] };
const shirt = product([variant("var_s", { size: "S" }), variant("var_m", { size: "M" })]);
const values = (of: Product | undefined) => valuesOf(of, SETTING);

describe("variants", () => {
  test("are each combination of the options once, named by their values", () => {
    const option = fc.uniqueArray(fc.stringMatching(/^[a-z ]{1,4}$/), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(option, { maxLength: 3 }), (all) => {
        const options = all.map((own, index) => ({ id: `new-${index}`, name: `n${index}`, values: own }));
        const { rows, count } = rowsOf(options, [], []);
        expect(count).toBe(all.reduce((product, own) => product * own.length, 1));
        expect(rows.length).toBe(count);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
        expect(new Set(rows.map((row) => JSON.stringify(row.values))).size).toBe(count);
      }),
    );
  });

  test("keep their identity while their values exist, and take the first value of a new option", () => {
    const { rows, removed } = rowsIn({ ...values(shirt), options: [SIZE, COLOUR] }, shirt, SETTING);
    expect(removed).toEqual([]);
    expect(rows.map((row) => [rowName(row, [SIZE, COLOUR], "Default"), row.variant?.id])).toEqual([
      ["S / Blue", "var_s"],
      ["S / Red", undefined],
      ["M / Blue", "var_m"],
      ["M / Red", undefined],
    ]);
  });

  test("are only one, named Default, without options", () => {
    const { rows } = rowsIn(values(undefined), undefined, SETTING);
    expect(rows.map((row) => rowName(row, [], "Default"))).toEqual(["Default"]);
  });

  test("are removed with their value, and as duplicates after the removal of an option", () => {
    const without = (options: Option[]) => rowsIn({ ...values(shirt), options }, shirt, SETTING);
    const kept = (options: Option[]) => without(options).rows.map(({ variant: own }) => own?.id);
    expect(without([{ ...SIZE, values: ["S"] }]).removed.map(({ id }) => id)).toEqual(["var_m"]);
    expect(kept([{ ...SIZE, values: ["S"] }])).toEqual(["var_s"]);
    expect(without([]).removed.map(({ id }) => id)).toEqual(["var_m"]);
    expect(kept([])).toEqual(["var_s"]);
  });

  test("that a product lacks are only created on request", () => {
    const sparse = product([
      variant("a", { size: "S", colour: "Blue" }),
      variant("b", { size: "M", colour: "Red" }),
    ]);
    const own = values(sparse);
    const found = rowsIn(own, sparse, SETTING);
    expect(found).toMatchObject({ missing: 2, removed: [], rows: [{ id: "a" }, { id: "b" }] });
    expect(rowsIn({ ...own, all: true }, sparse, SETTING).rows).toHaveLength(4);
    const one = product([variant("a", { size: "S" }), variant("plain", {})]);
    const plain = rowsIn(values(one), one, SETTING);
    expect(plain).toMatchObject({ removed: [], rows: [{ id: "a" }, { id: "plain" }] });
  });

  test("that were archived return only with their value", () => {
    const old = product([variant("s", { size: "S" }), variant("l", { size: "L" }, { status: "archived" })]);
    expect(rowsIn(values(old), old, SETTING).rows.map(({ id }) => id)).toEqual(["s"]);
    const again = { ...values(old), options: [{ ...SIZE, values: ["S", "L"] }] };
    const { body } = productRequest(again, old, SETTING);
    expect(body.variants).toEqual([{ id: "s" }, { id: "l", status: "active" }]);
  });

  test("above a hundred are a fault, and are not created", () => {
    const many = {
      id: "new-1",
      name: "n",
      values: Array.from({ length: MAX_VARIANTS + 1 }, (_, n) => `v${n}`),
    };
    const asked = { ...values(undefined), "name:en": "Mug", options: [many] };
    expect(rowsIn(asked, undefined, SETTING).rows).toEqual([]);
    expect(faultsIn(asked, undefined, SETTING)).toEqual([{ field: "options", message: expect.any(String) }]);
  });
});

describe("the request of a product", () => {
  test("is empty for an unchanged product", () => {
    expect(productRequest(values(shirt), shirt, SETTING).body).toEqual({});
  });

  test("has only the variant of a changed cell, and all prices of a variant with a changed price", () => {
    const priced = product([
      variant(
        "var_s",
        { size: "S" },
        { prices: [{ market: "gone", currency: "USD", amount: 5, compare_at: null }] },
      ),
      variant("var_m", { size: "M" }),
    ]);
    const { body } = productRequest({ ...values(priced), [price("var_s", "eu")]: 1200 }, priced, SETTING);
    expect(body).toEqual({
      variants: [
        {
          id: "var_s",
          prices: [
            { market: "eu", amount: 1200, compare_at: null },
            { market: "gone", currency: "USD", amount: 5, compare_at: null },
          ],
        },
        { id: "var_m" },
      ],
    });
  });

  test("archives a removed variant that was ordered, and deletes any other", () => {
    const level = { available: 2, ordered: true, location_id: "loc_1" };
    const sold = product([
      variant("s", { size: "S" }),
      variant("m", { size: "M" }, { inventory: [level] }),
      variant("l", { size: "L" }),
    ]);
    const options = [{ ...SIZE, values: ["S"] }];
    const { body, rows } = productRequest({ ...values(sold), options }, sold, SETTING);
    expect(body.variants).toEqual([{ id: "s" }, { id: "m", status: "archived" }, { id: "l", delete: true }]);
    expect(rows).toEqual(["s", "m", "l"]);
  });

  test("never has the stock of a stored variant, which has a request of its own", () => {
    const cell = { [stock("var_s", "loc_1")]: 7 };
    expect(productRequest({ ...values(shirt), ...cell }, shirt, SETTING).body).toEqual({});
    const row = rowsIn(values(undefined), undefined, SETTING).rows[0]?.id ?? "";
    const made = productRequest({ ...values(undefined), [stock(row, "loc_1")]: 7 }, undefined, SETTING).body;
    expect(made.variants).toEqual([{ inventory: [{ location_id: "loc_1", available: 7 }] }]);
  });

  test("keeps blocks, texts of other languages and attributes that the form does not know", () => {
    const block = { id: "b", properties: {}, key: "size_chart", type: "RELATIONSHIP_ENTRY" as const };
    const name = { id: "n", properties: {}, key: "title", type: "LOCALIZED_TEXT" as const };
    const depth = { id: "d", properties: {}, key: "depth", type: "NUMBER" as const, value: [3] };
    const rich = product([variant("s", { size: "S" }, {})], {
      blocks: [
        { ...name, value: [{ en: "Mug", fr: "Tasse" }] },
        { ...block, value: [{ id: "entry_1", fields: [] }] },
      ],
    });
    rich.variants[0]?.attributes.push(depth);
    const changed = { ...values(rich), "name:en": "Cup", options: [SIZE] };
    const { body } = productRequest(changed, rich, SETTING);
    expect(body.blocks).toEqual([
      { ...name, value: [{ en: "Cup", fr: "Tasse" }] },
      { ...block, value: ["entry:entry_1"] },
    ]);
    expect(body.variants).toEqual([{ id: "s" }, { attributes: [expect.objectContaining({ value: ["M"] })] }]);
  });

  test("maps each path of a fault to its cell", () => {
    const row = rowsIn(values(undefined), undefined, SETTING).rows[0]?.id ?? "";
    const sending = productRequest(
      { ...values(undefined), [price(row, "jp")]: 5, [sku(row)]: "A", slug: {}, "slug:en": "a" },
      undefined,
      SETTING,
    );
    expect(fieldOf("variants[0].prices[0].amount", sending)).toBe(price(row, "jp"));
    expect(fieldOf("variants[0].prices[0].compare_at", sending)).toBe(compareAt(row, "jp"));
    expect(fieldOf("variants[0].sku", sending)).toBe(sku(row));
    expect(fieldOf("slug.en", sending)).toBe("slug:en");
    expect(fieldOf("key", sending)).toBe("key");
  });
});

describe("pasted cells", () => {
  test("are parsed as a spreadsheet copies them, with tabs, line breaks and quotes", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "1", ",", "\t", "\n", '"', " ") });
    const line = fc.array(cell, { minLength: 2, maxLength: 3 });
    const quoted = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const text = lines.map((cells) => cells.map(quoted).join("\t")).join("\r\n");
        const same = lines.map((cells) => cells.map((each) => each.replaceAll("\r\n", "\n")));
        expect(parsePastedCells(`${text}\r\n`)).toEqual(same);
      }),
    );
  });

  test("fill cells to the right and below, parsed by their columns, and none outside the table", () => {
    const columns = columnsOf(SETTING);
    const cells = parsePastedCells("A-1\t12,50\t\nA-2\tdear\t20\nA-3\t1\t2\n");
    expect(pastedValues(cells, { row: 0, column: 0 }, ["s", "m"], columns)).toEqual({
      [sku("s")]: "A-1",
      [price("s", "eu")]: 1250,
      [compareAt("s", "eu")]: null,
      [sku("m")]: "A-2",
      [price("m", "eu")]: "dear",
      [compareAt("m", "eu")]: 2000,
    });
    expect(pastedValues([["1", "2"]], { row: 1, column: columns.length - 1 }, ["s", "m"], columns)).toEqual({
      "weight:m": 1,
    });
  });

  test("that do not fit their column stay as typed, and are a fault instead of sent", () => {
    const typed = { ...values(shirt), [price("var_s", "eu")]: "dear", [price("var_m", "jp")]: "1.5" };
    expect(faultsIn(typed, shirt, SETTING).map(({ field }) => field)).toEqual([
      price("var_s", "eu"),
      price("var_m", "jp"),
    ]);
  });
});
