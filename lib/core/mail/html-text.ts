import { compile, type DomNode, type FormatCallback } from "html-to-text";
import { hiddenSelectors, hidesContent } from "./hiding-styles.ts";

/** Deepest nesting that is read, below the limit of the engine's stack. Deeper content becomes an ellipsis. */
const MAX_DEPTH = 600;
/** Most nested quotes and lists with a prefix of their own. */
const MAX_NESTING = 10;
const NESTING_ELEMENTS = new Set(["blockquote", "ul", "ol", "menu"]);
/** Separates the cells of a row. */
const CELL_SEPARATOR = "   ";
/** Block elements that the library does not know: each starts a new line. */
const BLOCK_ELEMENTS =
  "address center dd details dl dt fieldset figcaption figure hgroup legend summary td th tr".split(" ");
const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
/** Elements that no mail program shows. */
const HIDDEN_ELEMENTS = ["[hidden]", "datalist", "desc", "head", "iframe", "noframes", "template", "title"];
const SECTION_ELEMENTS = new Set(["thead", "tbody", "tfoot", "form", "center"]);
/** Characters without width: a line of them is empty. */
const INVISIBLE = /^(?:[\s\u00ad\u200b-\u200f\u2060\ufeff]|\u034f)*$/;

// Safe: the package passes a second argument on to the formatters, as `metadata` of their builder.
const convert = compile({
  baseElements: { selectors: [] },
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH },
  formatters: {
    styled: visibleElement,
    link: linkText,
    picture: pictureText,
    rows: tableText,
    quote: blockQuote,
    item: listItem,
  },
  selectors: [
    { selector: "[style]", format: "styled" },
    { selector: "[class]", format: "styled" },
    { selector: "[id]", format: "styled" },
    { selector: "a", format: "link" },
    { selector: "area", format: "link" },
    { selector: "img", format: "picture" },
    { selector: "table", format: "rows" },
    { selector: "q", format: "inlineSurround", options: { prefix: "“", suffix: "”" } },
    { selector: "ul", format: "unorderedList", options: { itemPrefix: "- " } },
    { selector: "menu", format: "unorderedList", options: { itemPrefix: "- " } },
    { selector: "blockquote", format: "quote" },
    { selector: "li", format: "item" },
    { selector: "hr", format: "horizontalLine", options: { length: 20 } },
    ...HEADINGS.map((selector) => ({
      selector,
      format: "heading",
      options: { uppercase: false, leadingLineBreaks: 2 },
    })),
    ...BLOCK_ELEMENTS.map((selector) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    ...HIDDEN_ELEMENTS.map((selector) => ({ selector, format: "skip" })),
  ],
}) as (html: string, hidden: ReadonlySet<string>) => string;

/**
 * Converts HTML to the text that a mail program shows, with URLs of links and alternative texts of pictures. It
 * respects styles that hide something: in a `style` attribute, or in a rule for one class or id.
 */
export function htmlToText(html: string): string {
  const lines = convert(html, hiddenSelectors(html))
    .replaceAll("\u00a0", " ")
    .replaceAll("\u00ad", "")
    .split("\n");
  const text = lines.map((line) => (INVISIBLE.test(line) ? "" : line.trimEnd())).join("\n");
  return text
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .toWellFormed();
}

/** Formats a visible element by its own name, once without the attributes that could hide it. */
function visibleElement(...[element, walk, builder]: Parameters<FormatCallback>): void {
  if (isHidden(element, hiddenOf(builder))) return;
  for (const name of ["style", "class", "id"]) delete element.attribs[name];
  walk([element], builder);
}

function linkText(...[element, walk, builder]: Parameters<FormatCallback>): void {
  if (element.name === "area") builder.addInline(` ${attributeOf(element, "alt")} `);
  walk(element.children, builder);
  // https://url.spec.whatwg.org/#concept-basic-url-parser: line breaks in an address do not count.
  const address = attributeOf(element, "href")
    .replace(/[\t\n\r]/g, "")
    .trim()
    .replace(/^mailto:/i, "");
  if (address === "" || /^(#|javascript:)/i.test(address)) return;
  const label = wordsIn(element, address.length + 1);
  if (label !== address) builder.addInline(label === "" ? ` ${address} ` : ` (${address})`);
}

function blockQuote(...[element, walk, builder]: Parameters<FormatCallback>): void {
  const isDeep = nestingOf(element) >= MAX_NESTING;
  builder.openBlock({ leadingLineBreaks: 2, reservedLineLength: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => (isDeep ? text : text.trim().replace(/^/gm, "> ")),
  });
}

function listItem(...[element, walk, builder]: Parameters<FormatCallback>): void {
  const isAlone = !NESTING_ELEMENTS.has(element.parent?.name ?? "");
  if (nestingOf(element) >= MAX_NESTING) flattenNesting(element);
  if (isAlone) builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  if (isAlone) builder.closeBlock({ trailingLineBreaks: 1 });
}

/** The number of quotes and lists around an element. */
function nestingOf(element: DomNode): number {
  let count = 0;
  for (let around = element.parent; around; around = around.parent)
    if (NESTING_ELEMENTS.has(around.name ?? "")) count += 1;
  return count;
}

/** Turns quotes and lists within an element into plain lines. */
function flattenNesting(element: DomNode): void {
  const left = [...element.children];
  for (let node = left.pop(); node; node = left.pop()) {
    if (NESTING_ELEMENTS.has(node.name ?? "") || node.name === "li") node.name = "div";
    for (const child of node.children ?? []) left.push(child);
  }
}

function pictureText(...[{ attribs }, , builder]: Parameters<FormatCallback>): void {
  if (attribs.alt) builder.addInline(` ${attribs.alt} `);
}

/** A row of short cells becomes one line. A cell with several lines, as in layout tables, keeps them. */
function tableText(...[element, walk, builder]: Parameters<FormatCallback>): void {
  builder.openTable();
  for (const row of rowsOf(element, hiddenOf(builder))) {
    builder.openTableRow();
    for (const cell of row.name === "tr" ? row.children : [row]) {
      if (isHidden(cell, hiddenOf(builder))) continue;
      builder.openTableCell();
      walk([cell], builder);
      builder.closeTableCell();
    }
    builder.closeTableRow();
  }
  builder.closeTable({
    tableToString: (table) => joinedLines(table.map((cells) => lineOf(cells.map(({ text }) => text)))),
  });
}

function lineOf(cells: string[]): string {
  const texts = cells.map((text) => text.trim()).filter(Boolean);
  return texts.join(texts.some((text) => text.includes("\n")) ? "\n\n" : CELL_SEPARATOR);
}

function joinedLines(lines: string[]): string {
  const texts = lines.filter(Boolean);
  return texts.join(texts.some((text) => text.includes("\n")) ? "\n\n" : "\n");
}

function rowsOf(table: DomNode, hidden: ReadonlySet<string>): DomNode[] {
  const found: DomNode[] = [];
  const left = table.children.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    if (isHidden(node, hidden)) continue;
    if (SECTION_ELEMENTS.has(node.name ?? ""))
      for (const child of node.children.toReversed()) left.push(child);
    else if (node.type === "tag" || node.data?.trim()) found.push(node);
  }
  return found;
}

/** The beginning of an element's text in one line, until it is long enough. */
function wordsIn(element: DomNode, enough: number): string {
  let words = element.name === "area" ? attributeOf(element, "alt") : "";
  const left = element.children.toReversed();
  for (let node = left.pop(); node && words.length < enough; node = left.pop()) {
    if (node.type === "text") words = `${words}${node.data ?? ""}`.trimStart();
    if (node.name === "img") words += attributeOf(node, "alt");
    for (const child of (node.children ?? []).toReversed()) left.push(child);
  }
  return words.trim();
}

function isHidden(element: DomNode, hidden: ReadonlySet<string>): boolean {
  if (element.type !== "tag") return false;
  if (element.attribs.hidden !== undefined || hidesContent(attributeOf(element, "style"))) return true;
  if (hidden.size === 0) return false;
  const classes = attributeOf(element, "class").split(/\s+/).filter(Boolean);
  const names = [...classes.map((name) => `.${name}`), `#${attributeOf(element, "id")}`];
  return names.some((name) => hidden.has(name) || hidden.has(`${element.name}${name}`));
}

function hiddenOf(builder: object): ReadonlySet<string> {
  // Safe: it is the second argument of `convert`.
  return (builder as { metadata: ReadonlySet<string> }).metadata;
}

function attributeOf({ attribs }: DomNode, name: string): string {
  return attribs?.[name] ?? "";
}
