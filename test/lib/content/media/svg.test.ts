import { expect, test } from "vitest";
import { readParameters } from "#lib/content/media/parameters.ts";
import { checkSvgComplexity } from "#lib/content/media/svg.ts";
import { measure, transform } from "#lib/content/media/transform.ts";

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
/** An SVG of several levels, each of which uses the one below it `times` times. */
const nested = (levels: number, times: number, use: (id: string) => string) =>
  svg(
    Array.from({ length: levels }, (_, level) => {
      const inner = level === 0 ? "<rect/>" : use(`u${level - 1}`).repeat(times);
      return `<g id="u${level}">${inner}</g>`;
    }).join(""),
  );

test.each([
  ["xlink:href", (id: string) => `<use xlink:href="#${id}"/>`],
  ["href in single quotes", (id: string) => `<use x='1' href='#${id}'></use>`],
  ["a prefix", (id: string) => `<svg:use href = "#${id}" />`],
])("what uses multiply is counted, by %s", (_name, use) => {
  expect(() => checkSvgComplexity(nested(5, 10, use))).not.toThrow();
  expect(() => checkSvgComplexity(nested(6, 10, use))).toThrow("it draws too many elements");
});

test.each(["utf8", "utf16le"] as const)(
  "an SVG in %s whose elements multiply is refused before it is drawn",
  async (encoding) => {
    const bytes = Buffer.from(`\u{FEFF}${nested(6, 10, (id) => `<use href="#${id}"/>`)}`, encoding);
    await expect(measure(bytes)).rejects.toThrow("it draws too many elements");
    await expect(transform(bytes, readParameters("w=100", ""))).rejects.toThrow("it draws too many elements");
  },
);

test("an SVG that uses itself or nests without end is refused", () => {
  expect(() => checkSvgComplexity(svg('<g id="a"><use href="#a"/></g>'))).toThrow();
  expect(() =>
    checkSvgComplexity(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')),
  ).toThrow();
  expect(() => checkSvgComplexity(svg('<g id="a">'.repeat(200_000)))).toThrow("it draws");
});

test("the check accepts large SVGs, often used symbols and malformed text", () => {
  expect(() => checkSvgComplexity(svg("<rect/>".repeat(400_000)))).not.toThrow();
  expect(() =>
    checkSvgComplexity(svg(`<symbol id="s"><path/></symbol>${'<use href="#s"/>'.repeat(50_000)}`)),
  ).not.toThrow();
  expect(() => checkSvgComplexity(svg('<use href="#none"/><use/>'))).not.toThrow();
  for (const text of ["", "<", "<a", '<a "', "<".repeat(100_000), '<a b="'.repeat(50_000)])
    expect(() => checkSvgComplexity(text)).not.toThrow();
});

test("an SVG of 4 MB is checked in one pass", () => {
  const long = (text: string) => text.repeat(Math.ceil(4e6 / text.length));
  const opening = ["<", `<svg><feBlend/>filter:`, "<svg><a ", "<svg><a b='"];
  // Quadratic time would take hours at this length, and recursion would overflow the stack.
  for (const text of [
    ...[long("<"), long("<a ")],
    ...opening.flatMap((one) => ["a", "\t", '"" ', '"b" ', "b='c'"].map((more) => one + long(more))),
  ])
    expect(() => checkSvgComplexity(text)).not.toThrow();
  expect(() => checkSvgComplexity(`<a ${long("b ")}><use id="b" href="#b"/></a>`)).toThrow();
});
