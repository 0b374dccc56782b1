import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine } from "#core/csv.ts";
import { parseImportFile } from "#lib/commerce/products/import-file.ts";
import { faultsOfFile, isFatal, previewLines } from "#lib/console/commerce/products/import/check.ts";
import { rowsIn, rowsOf } from "#lib/console/commerce/products/import/file.ts";

/** The expected value for a row that cannot be read. */
const BAD_ROW: Readonly<Record<string, string>> = {};
const value = fc.string({ unit: fc.constantFrom("a", "ß", "1", " ", ",", ";", '"', "\n", "\t", "=") });
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(value, { minLength: width, maxLength: width }), { maxLength: 6 }));
const csvTexts = table.map((rows) => {
  const columns = (rows[0] ?? ["a", "b"]).map((_, at) => (at === 0 ? "key" : `price:${at}`));
  return [columns, ...rows].map((row) => csvLine(row)).join("");
});

describe("a file of rows", () => {
  test("is parsed as by another CSV parser, for any values", () => {
    fc.assert(
      fc.property(csvTexts, (text) => {
        const theirs: Record<string, string>[] = parse(text, { columns: true, bom: true });
        const filled = theirs.filter((row) => Object.values(row).some((each) => each !== ""));
        const bare = (each: string) => each.replace(/^'(?='*[=+@\t-])/, "");
        expect(rowsIn(text).rows.map(({ cells }) => cells)).toEqual(
          filled.map((row) =>
            Object.fromEntries(Object.entries(row).map(([name, each]) => [name, bare(each)])),
          ),
        );
      }),
    );
  });

  test("is parsed by the preview as by the import, for any bytes", () => {
    const signs = [
      "key",
      "price:eu",
      ",",
      ";",
      "\t",
      '"',
      "\r\n",
      "\n",
      "\r",
      "sep=;",
      "\ufeff",
      "1",
      "a",
      "é",
      " ",
    ];
    const texts = fc
      .array(fc.constantFrom(...signs), { maxLength: 30 })
      .map((parts) => `key${parts.join("")}`);
    const encodings = fc.constantFrom("utf8", "utf16le", "latin1");
    const mark = (encoding: string) => (encoding === "utf16le" ? "\ufeff" : "");
    const files = fc.oneof(
      fc.tuple(texts, encodings).map(([text, encoding]) => Buffer.from(mark(encoding) + text, encoding)),
      csvTexts.map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(files, (bytes) => {
        const [preview, theirs] = [rowsOf(bytes), parseImportFile("csv", bytes)];
        const ends = faultsOfFile(preview, { markets: ["eu"], locations: [] }).some(isFatal);
        if ("faults" in theirs || theirs.columns.length === 0) {
          expect([ends, "faults" in theirs || preview.rows.length === 0]).toEqual([true, true]);
          return;
        }
        expect([ends, preview.columns]).toEqual([false, theirs.columns]);
        const read = theirs.rows.flatMap(({ line, cells = [], refused }) =>
          refused ? [{ line, cells: BAD_ROW }] : cells,
        );
        const ours = preview.rows.map(({ line, cells, fault }) => ({ line, cells: fault ? BAD_ROW : cells }));
        expect(ours).toEqual(read.toSorted((one, other) => one.line - other.line));
      }),
      { numRuns: 1000 },
    );
  });
});

const STORED_ROWS = rowsIn(
  [
    "key,status,name,sku,weight,requires_shipping,tax_category_id,price:eu,compare_at:eu,price:us,stock:default",
    "mug,active,Mug,MUG-S,350,true,,1200,,1300,5",
    "mug,active,Mug,MUG-M,400,true,,1400,1600,,",
    "cup,draft,Cup,,,true,,900,,,",
  ].join("\n"),
);
const STORE_KEYS = { markets: ["eu", "us"], locations: ["default"] };
const lines = (text: string) => previewLines(rowsIn(text), STORED_ROWS, STORE_KEYS);
const changes = (text: string) => lines(text).flatMap((line) => line.changes);

describe("the preview of an import", () => {
  test("tells new, changed and unchanged lines apart, and ignores counted stock and empty cells", () => {
    const text = [
      "key,status,name,sku,price:eu,compare_at:eu,price:us,stock:default",
      "mug,active,Mug,MUG-S,1250,,1300,99",
      "mug,,,MUG-M,1400,1600,,",
      "mug,,,MUG-L,1600,,,3",
      "cup,active,Cup,,900,,,",
      "plate,draft,Plate,PLATE,2000,,,",
    ].join("\n");
    expect(lines(text).map(({ key, outcome, changes: all }) => [key, outcome, all])).toEqual([
      ["mug", "changed", [{ column: "price:eu", before: "1200", after: "1250" }]],
      ["mug", "same", []],
      ["mug", "new", []],
      ["cup", "changed", [{ column: "status", before: "draft", after: "active" }]],
      ["plate", "new", []],
    ]);
  });

  test("changes no column that the file lacks, and removes a price with an empty cell", () => {
    expect(changes("key,sku,price:eu\nmug,MUG-S,1200\n")).toEqual([]);
    expect(changes("key,sku,price:eu,price:us\nmug,MUG-S,1200,\n")).toEqual([
      { column: "price:us", before: "1300", after: "" },
    ]);
    expect(changes("key,sku,price:eu\nmug,MUG-M,1500\n")).toEqual([
      { column: "price:eu", before: "1400", after: "1500" },
    ]);
    expect(changes("key,sku,compare_at:eu\nmug,MUG-M,\n")).toEqual([
      { column: "compare_at:eu", before: "1600", after: "" },
    ]);
    // A short row does not change the columns it lacks.
    expect(changes("key,sku,price:us\nmug,MUG-S\n")).toEqual([]);
    expect(lines("key,status\nmug,ACTIVE\n")[0]).toMatchObject({ outcome: "same" });
  });

  test("parses yes and no as the import does, and compares names exactly", () => {
    expect(changes("key,requires_shipping\ncup,WAHR\n")).toEqual([]);
    expect(changes("key,requires_shipping\ncup,nein\n")).toEqual([
      { column: "requires_shipping", before: "true", after: "nein" },
    ]);
    expect(changes("key,name\nmug,mug\n")).toEqual([{ column: "name", before: "Mug", after: "mug" }]);
    expect(changes("key,sku,stock:default\nmug,MUG-M,7\n")).toEqual([
      { column: "stock:default", before: "", after: "7" },
    ]);
  });

  test("matches rows without SKUs by their order if that is clear, and requires SKUs otherwise", () => {
    expect(changes("key,weight\nmug,1\nmug,2\n").map(({ before }) => before)).toEqual(["350", "400"]);
    expect(lines("key,weight\nmug,1\n")[0]?.faults).toEqual([{ column: "sku", kind: "sku" }]);
  });

  test("names each fault by row and column, and the faults that end the import", () => {
    const file = rowsIn("key,status,sku,price:eu,price:mars,stock:moon,colour,sku\n");
    const whole = faultsOfFile(file, STORE_KEYS);
    expect(whole.map((each) => [each, isFatal(each)])).toEqual([
      [{ column: "price:mars", kind: "market" }, false],
      [{ column: "stock:moon", kind: "location" }, false],
      [{ column: "colour", kind: "column" }, true],
      [{ column: "sku", kind: "duplicate" }, true],
    ]);
    const rows = lines(
      [
        "key,status,sku,requires_shipping,price:eu,compare_at:us,price:mars",
        ",active,A,,1,,",
        "ok,sold,A,maybe,12.50,5,7",
        "short,active",
        "long,active,B,,,,,more",
        'quote,12" plate',
      ].join("\n"),
    );
    expect(rows.map(({ line, faults }) => [line, faults])).toEqual([
      [2, [{ column: "key", kind: "key" }]],
      [
        3,
        [
          { column: "status", kind: "status" },
          { column: "sku", kind: "duplicate" },
          { column: "requires_shipping", kind: "boolean" },
          { column: "price:eu", kind: "number" },
          { column: "compare_at:us", kind: "missing_price" },
          { column: "price:mars", kind: "market" },
        ],
      ],
      [4, []],
      [5, [{ column: "", kind: "extra_values" }]],
      [6, [{ column: "", kind: "quote" }]],
    ]);
    expect(faultsOfFile(rowsIn("name\nMug\n"), STORE_KEYS)).toEqual([{ column: "key", kind: "key" }]);
    const open = rowsIn('key,name\nmug,Mug\ncup,"Cup\nlid,Lid\n');
    expect(faultsOfFile(open, STORE_KEYS)).toEqual([{ column: "", kind: "quote", line: 3 }]);
    const old = rowsOf(Buffer.from("key,name\nb,Thé\n", "latin1"));
    expect(faultsOfFile(old, STORE_KEYS)).toEqual([{ column: "", kind: "encoding", line: 2 }]);
  });
});
