import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine as written } from "#core/csv.ts";
import { checked, faultsOfFile } from "#lib/console/commerce/products/import/check.ts";
import { csvLine, rowsIn, withCommas } from "#lib/console/shared/csv.ts";

const value = fc.string({ unit: fc.constantFrom("a", "ß", "1", " ", ",", ";", '"', "\n", "\t", "=") });
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(value, { minLength: width, maxLength: width }), { maxLength: 6 }));

describe("a file of rows", () => {
  test("is read as the import reads it, whatever its values have in them", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const columns = (rows[0] ?? ["a", "b"]).map((_, at) => `c${at}`);
        const text = [columns, ...rows].map((row) => written(row)).join("");
        const theirs: Record<string, string>[] = parse(text, { columns: true, bom: true, trim: true });
        const trimmed = theirs.filter((row) => Object.values(row).some((each) => each !== ""));
        const ours = rowsIn(text).rows.map(({ cells }) => cells);
        const bare = (each: string) => each.replace(/^'(?=[=+@\t-])/, "");
        expect(ours).toEqual(
          trimmed.map((row) =>
            Object.fromEntries(Object.entries(row).map(([name, each]) => [name, bare(each)])),
          ),
        );
      }),
    );
  });

  test("of semicolons or tabs goes on with commas, with each row in its line", () => {
    const text = '\ufeffkey;name;price:eu\r\nmug;"Mug; ""black""";1200\r\n\r\ncup;Cup, large;900\r\n';
    expect(withCommas(text)).toBe('key,name,price:eu\nmug,"Mug; ""black""",1200\n\ncup,"Cup, large",900\n');
    expect(rowsIn(withCommas(text)).rows).toEqual(rowsIn(text).rows);
    expect(rowsIn(text).rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(withCommas("key\tsku\na\tb\n")).toBe("key,sku\na,b\n");
  });

  test("whose quote is never closed says in which line it opens", () => {
    expect(rowsIn('key,name\nmug,Mug\ncup,"Cup\nlid,Lid\n')).toMatchObject({ broken: 3 });
  });
});

const THERE = rowsIn(
  [
    "key,status,name,sku,weight,price:eu,compare_at:eu,price:us,stock:default",
    "mug,active,Mug,MUG-S,350,1200,,1300,5",
    "mug,active,Mug,MUG-M,400,1400,1600,,",
    "cup,draft,Cup,,,900,,,",
  ].join("\n"),
);
const KNOWN = { markets: ["eu", "us"], locations: ["default"] };
const lines = (text: string) => checked(rowsIn(text), THERE);

describe("an import", () => {
  test("names what is new, what changes and what stays, and leaves counted stock and empty cells out of it", () => {
    const text = [
      "key,status,name,sku,price:eu,compare_at:eu,price:us,stock:default",
      "mug,active,Mug,MUG-S,1250,,1300,99",
      "mug,,,MUG-M,1400,1600,,",
      "mug,,,MUG-L,1600,,,3",
      "cup,active,Cup,,900,,,",
      "plate,draft,Plate,PLATE,2000,,,",
    ].join("\n");
    expect(lines(text).map(({ key, outcome, changes }) => [key, outcome, changes])).toEqual([
      ["mug", "changed", [{ column: "price:eu", before: "1200", after: "1250" }]],
      ["mug", "same", []],
      ["mug", "new", []],
      ["cup", "changed", [{ column: "status", before: "draft", after: "active" }]],
      ["plate", "new", []],
    ]);
  });

  test("takes a price away where the file has prices and not this one, and none where it has none", () => {
    const [less] = lines("key,sku,price:eu\nmug,MUG-S,1200\n");
    expect(less?.changes).toEqual([{ column: "price:us", before: "1300", after: "" }]);
    expect(lines("key,sku,weight\nmug,MUG-S,350\n")[0]).toMatchObject({ outcome: "same", changes: [] });
  });

  test("names each fault by row and column", () => {
    const file = rowsIn(
      "key,status,sku,price:eu,price:mars,stock:moon,colour\n,active,A,1,,,\nok,sold,A,12.50,,,\nshort,active\n",
    );
    expect(faultsOfFile(file, KNOWN)).toEqual([
      { column: "price:mars", kind: "market" },
      { column: "stock:moon", kind: "location" },
      { column: "colour", kind: "column" },
    ]);
    expect(checked(file, THERE).map(({ line, faults }) => [line, faults])).toEqual([
      [2, [{ column: "key", kind: "key" }]],
      [
        3,
        [
          { column: "status", kind: "status" },
          { column: "sku", kind: "twice" },
          { column: "price:eu", kind: "number" },
        ],
      ],
      [4, [{ column: "", kind: "uneven" }]],
    ]);
    expect(faultsOfFile(rowsIn("name\nMug\n"), KNOWN)).toEqual([{ column: "key", kind: "key" }]);
  });
});

test("a line that is written is read again as it was", () => {
  fc.assert(
    fc.property(
      fc.array(
        value.map((each) => each.trim()),
        { minLength: 2, maxLength: 4 },
      ),
      (values) => {
        fc.pre(values.some((each) => each !== "" && !each.startsWith("'")));
        const heads = values.map((_, at) => `c${at}`);
        const [row] = rowsIn(csvLine(heads) + csvLine(values)).rows;
        expect(Object.values(row?.cells ?? {})).toEqual(values);
      },
    ),
  );
});
