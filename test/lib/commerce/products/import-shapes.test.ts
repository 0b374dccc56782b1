import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine } from "#core/csv.ts";
import { csvRowsIn } from "#core/csv-rows.ts";
import { parseBoolean } from "#lib/commerce/products/boolean-words.ts";
import { parseImportFile } from "#lib/commerce/products/import-file.ts";

const BOM = "\ufeff";
const utf16be = (text: string) => Buffer.from(BOM + text, "utf16le").swap16();
const ROWS = [
  { line: 2, key: "mug", name: "Mug, blue" },
  { line: 3, key: "cup", name: "Th\u00e9" },
];

const EXCEL = "https://wiki.scn.sap.com/wiki/display/ABAP/Excel+files+-+CSV+format";
const ENDS =
  "http://knowledgebase.webydo.com/en/articles/1309722: \\r\\n, \\n and \\r; commas, semicolons and tabs";
const LOCALES = "https://ecomptimize.com/en/blog/shopify-csv-import-catalog: Excel's semicolons in French";
const BASICS = "https://striveformats.com/guides/general/csv-basics-for-imports: blank rows, trailing commas";
const WOO = "https://wpdoc.webkul.com/advance-import-export-woocommerce/csv-preparation.html";
const SEP = "https://www.codenameone.com/javadoc/com/codename1/io/CSVWriter/: setWriteSeparatorHint";

// Each entry: what is special about a file, the file, where it comes from, and the lines in which its rows begin.
const SHAPES: [shape: string, bytes: string | Buffer, source: string, lines?: number[]][] = [
  ["CRLF, quotes where needed", 'key,name\r\nmug,"Mug, blue"\r\ncup,Thé\r\n', "RFC 4180 section 2"],
  ["no line end behind the last row", 'key,name\r\nmug,"Mug, blue"\r\ncup,Thé', "RFC 4180 section 2.2"],
  [
    "each value in quotes, as LibreOffice does where it is asked to",
    '"key","name"\n"mug","Mug, blue"\n"cup","Thé"\n',
    "RFC 4180 section 2.5; https://help.libreoffice.org/latest/ug/text/shared/guide/csv_params.html",
  ],
  [
    "Excel, CSV UTF-8, English: mark and CRLF",
    `${BOM}key,name\r\nmug,"Mug, blue"\r\ncup,Thé\r\n`,
    "https://donatstudios.com/CSV-An-Encoding-Nightmare",
  ],
  [
    "Excel, CSV UTF-8, German or French: semicolons",
    `${BOM}key;name\r\nmug;Mug, blue\r\ncup;Thé\r\n`,
    LOCALES,
  ],
  [
    "Excel, Unicode Text: UTF-16 LE with tabs",
    Buffer.from(`${BOM}key\tname\r\nmug\t"Mug, blue"\r\ncup\tThé\r\n`, "utf16le"),
    "http://www.herongyang.com/Unicode/Excel-Save-File-in-Unicode-Text-txt.html",
  ],
  ["UTF-16 BE by its mark", utf16be('key,name\nmug,"Mug, blue"\ncup,Thé\n'), `Unicode 3.10; ${EXCEL}`],
  ["semicolons where the comma is decimal, line feeds", "key;name\nmug;Mug, blue\ncup;Thé", ENDS],
  [
    "Shopify: UTF-8 with line feeds",
    'key,name\nmug,"Mug, blue"\ncup,Thé\n',
    "https://help.shopify.com/en/manual/products/import-export/using-csv",
  ],
  ["Google Sheets: UTF-8 without a mark", 'key,name\r\nmug,"Mug, blue"\r\ncup,Thé', WOO],
  ["tabs", "key\tname\r\nmug\tMug, blue\r\ncup\tThé", ENDS],
  ["Excel's line sep=;", "sep=;\r\nkey;name\r\nmug;Mug, blue\r\ncup;Thé\r\n", SEP, [3, 4]],
  ["Excel's line sep=, behind a mark", `${BOM}sep=,\nkey,name\nmug,"Mug, blue"\ncup,Thé\n`, SEP, [3, 4]],
  ["an old Mac: CR", 'key,name\rmug,"Mug, blue"\rcup,Thé\r', `${ENDS}; ${WOO}`],
  ["an editor on two systems: mixed line ends", 'key,name\r\nmug,"Mug, blue"\ncup,Thé\r\n', ENDS],
  ["Excel: rows that were emptied", 'key,name\n\n,\nmug,"Mug, blue"\n , \ncup,Thé\n,\n', BASICS, [4, 6]],
  [
    "Excel: a column that was emptied",
    'key,name,\nmug,"Mug, blue",\ncup,Thé,\n',
    "https://mrexcel.com/board/threads/vba-edit-hex-of-existing-csv-style-file.1140952",
  ],
  [
    "short rows",
    'key,name,sku\nmug,"Mug, blue"\ncup,Thé\n',
    "RFC 4180 section 2.4 asks for whole ones, and does not demand them",
  ],
  [
    "blanks around values, as people type them",
    'key , name\nmug , "Mug, blue" \n cup, Thé\n',
    `${WOO}: trailing whitespace`,
  ],
];

describe("a file of a program", () => {
  test.each(SHAPES)("is read: %s", (_shape, file, _source, lines = [2, 3]) => {
    const read = parseImportFile("csv", Buffer.from(file));
    expect(
      "rows" in read &&
        read.rows.map(({ line, cells = [] }) => [line, cells[0]?.cells.key, cells[0]?.cells.name]),
    ).toEqual(ROWS.map(({ key, name }, at) => [lines[at], key, name]));
  });

  test.each([
    ["Excel's CSV in Windows-1252", Buffer.from("key,name\nb,Thé\n", "latin1"), 2, "is not UTF-8"],
    ["a spreadsheet (ECMA-376)", Buffer.from("PK\u0003\u0004abc"), 1, "is a spreadsheet"],
    ["UTF-16 without a mark", Buffer.from("key,name\n", "utf16le"), 1, "has a zero byte within"],
    ["half a unit of UTF-16", Buffer.from([0xff, 0xfe, 0x41]), 1, "is broken UTF-16"],
    [
      "a quote that is never closed",
      'key,name\nmug,"Mug\ncup,Cup\n',
      2,
      "a quote is opened and never closed",
    ],
    [
      "a quote that closes lines below",
      'key,name\nmug,"Mug\ncup,"Cup"\n',
      2,
      "a quoted value goes on behind",
    ],
    ["a separator that none writes", "key|name\nmug|Mug\n", 1, "separate columns by commas"],
    ["two columns of one name", "key,name,name\nmug,Mug,Mug\n", 1, "stands twice"],
  ])("that cannot be read is refused with the line and the reason: %s", (_what, file, line, message) => {
    const read = parseImportFile("csv", Buffer.from(file));
    expect(read).toMatchObject({ faults: [{ line, message: expect.stringContaining(message) }] });
  });

  test.each([
    ['12" plate', "a quote begins within a value"],
    ['"Blue" mug', "a quoted value goes on behind its closing quote"],
    ["a,b", "has 3 values"],
  ])("with a broken row is read except for this row: %s", (name, message) => {
    const read = parseImportFile("csv", Buffer.from(`key,name\nmug,${name}\ncup,Cup\n`));
    expect(read).toMatchObject({
      rows: [
        { line: 2, key: "mug", refused: { message: expect.stringContaining(message) } },
        { line: 3, key: "cup" },
      ],
    });
  });

  test("takes rows with equal-looking keys as variants of one product", () => {
    const read = parseImportFile("csv", Buffer.from("key,sku\nth\u00e9,A\nthe\u0301,B\n"));
    expect(read).toMatchObject({ rows: [{ key: "th\u00e9", cells: [{ line: 2 }, { line: 3 }] }] });
  });

  test("of JSON Lines may begin with a byte order mark", () => {
    expect(parseImportFile("jsonl", Buffer.from(`${BOM}{"key":"a"}\r\n\r\n{"key":"b"}\n`))).toMatchObject({
      rows: [
        { line: 1, key: "a" },
        { line: 3, key: "b" },
      ],
    });
  });
});

test("written rows are read back unchanged, each by the line in which it begins", () => {
  const value = fc.string({
    unit: fc.constantFrom("a", "ß", " ", ",", ";", '"', "'", "\r", "\n", "\t", "=", "-", "1"),
  });
  const table = fc.array(fc.array(value, { minLength: 2, maxLength: 3 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, (rows) => {
      const kept = rows.filter((row) => row.some((each) => each !== ""));
      let line = 2;
      const wanted = kept.map((values) => {
        const begins = line;
        line += values.join("").split(/\r\n|\r|\n/).length;
        return { line: begins, values };
      });
      fc.pre(!kept.flat().some((each) => /[\r\n]$|^\n/.test(each)));
      const text = csvLine(["c1", "c2", "c3"]) + kept.map((row) => csvLine(row)).join("");
      const read = csvRowsIn(text);
      expect("rows" in read && read.rows.slice(1)).toEqual(wanted);
    }),
  );
});

// Excel's names of TRUE and FALSE by language (Microsoft's list of translated functions), those of
// WooCommerce and Shopify, and what people type.
test.each([
  [
    "true",
    "TRUE",
    "WAHR",
    "VRAI",
    "VERDADERO",
    "VERO",
    "VERDADEIRO",
    "WAAR",
    "yes",
    "Ja",
    "oui",
    "sí",
    "1",
    "y",
    "on",
  ],
  [
    "false",
    "FALSE",
    "FALSCH",
    "FAUX",
    "FALSO",
    "ONWAAR",
    "No",
    "no",
    "nein",
    "non",
    "não",
    "0",
    "n",
    "off",
    "N",
  ],
])("a cell says %s in any language that spreadsheets write", (says, ...words) => {
  for (const word of words) expect([word, parseBoolean(word)]).toEqual([word, says === "true"]);
  for (const word of ["maybe", "2", "-", "x"]) expect(parseBoolean(word)).toBeUndefined();
});
