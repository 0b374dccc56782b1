import * as fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { html, joinHtml, trustedHtml } from "#core/html.ts";

/** Elements with their attributes, and text, as a browser reads them. */
function read(nodes: ReturnType<typeof parseDocument>["children"]): unknown[] {
  return nodes.map((node) =>
    "attribs" in node ? [node.name, node.attribs, ...read(node.children)] : "data" in node && node.data,
  );
}

const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.string({ unit: fc.constantFrom(..."<>&\"'`=/!- a;#3", "<b>", "</p>", "&lt;", "-->"), minLength: 1 }),
);

test("a text in a template is read back unchanged, and adds no element or attribute", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const items = [one, html`<i>${other}</i>`];
      const page = html`<p title="${one}" lang='${other}'>${other}</p><b>${items}</b><u>${joinHtml(items, one)}</u>`;
      expect(read(parseDocument(page.toString()).children)).toEqual([
        ["p", { title: one, lang: other }, other],
        ["b", {}, one, ["i", {}, other]],
        ["u", {}, one + one, ["i", {}, other]],
      ]);
    }),
  );
});

test("a missing value adds nothing, a number its digits, and HTML is unchanged", () => {
  expect(`${html`<p>${undefined}${null}${false}${""}${0}${trustedHtml("<br>")}</p>`}`).toBe("<p>0<br></p>");
});
