import { PictureError } from "./picture-error.ts";

/** Most elements drawn through `use`: librsvg takes about a second for each hundred thousand. */
const MAX_REFERENCED = 200_000;
/** Deepest nesting of elements with ids, and longest chain of references. */
const MAX_DEPTH = 500;

/** Most times that filters process the picture; an SVG with shadows needs some tens. */
const MAX_PASSES = 100;
const FILTER_PRIMITIVE = /<(?:[\w.-]+:)?fe[A-Z]/g;
const FILTER_USE = /\bfilter\s*[=:](?:\s*["'])?\s*url/gi;

const TAG_START = /<(\/?)([A-Za-z_][\w:.-]*)/g;
/** The next piece of a tag: everything up to and including a quoted value. */
const ATTRIBUTES = /[^<>"']*("[^"<]*"|'[^'<]*')?/y;
const ID = /(?:^|\s)id\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const REFERENCE = /(?:^|\s)(?:xlink:)?href\s*=\s*(?:"#([^"]*)"|'#([^']*)')/;

/** A part of an SVG that `use` can refer to: its own elements, its references and its nested parts. */
interface Part {
  elements: number;
  uses: string[];
  parts: Part[];
  /** Number of elements that drawing it takes; infinite while it is counted, and therefore in a cycle. */
  weight: number | undefined;
}

/** Whether bytes are an SVG: only a declaration, a document type and comments may precede its root. */
export function isSvg(bytes: Uint8Array): boolean {
  let rest = svgText(bytes.subarray(0, 64 * 1024)).trimStart();
  for (let before = ""; before !== rest; ) {
    before = rest;
    for (const [opening, closing] of PROLOGUE) {
      if (rest.startsWith(opening)) rest = afterClosing(rest, closing).trimStart();
    }
  }
  return /^<(\w+:)?svg[\s>/]/.test(rest);
}

export function svgText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

// XML 1.0, appendix F.1: the byte order mark or the first two bytes show the encoding.
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return "utf-8";
}

/** An SVG in UTF-8, because the renderer does not know UTF-16. */
export function svgInUtf8(bytes: Buffer): Buffer {
  if (encodingOf(bytes) === "utf-8") return bytes;
  // The encoding in its declaration is no longer true.
  return Buffer.from(svgText(bytes).replace(/^\s*<\?xml[^>]*\?>/, ""));
}

/**
 * Refuses an SVG that would take too long to draw, because of its `use` elements or filters. It counts elements, also
 * those in comments.
 */
export function checkSvgComplexity(text: string): void {
  const named = new Map<string, Part>();
  const root = parseSvg(text, named);
  const weight = weigh(root, named, 0);
  if (weight === Number.POSITIVE_INFINITY || weight - elementsOf(root) > MAX_REFERENCED)
    throw new PictureError("it draws too many elements");
  if (passesOf(text, weight / Math.max(1, elementsOf(root)), weight) > MAX_PASSES)
    throw new PictureError("it filters too much");
}

// Each filter primitive processes the picture once for every element to which it applies. A style sheet may apply it to
// all elements, and `use` repeats elements.
function passesOf(text: string, repeated: number, all: number): number {
  const primitives = text.match(FILTER_PRIMITIVE)?.length ?? 0;
  if (primitives === 0) return 0;
  const applied = text.match(FILTER_USE)?.length ?? 0;
  const byRule = /<(?:[\w.-]+:)?style[\s>/]/i.test(text) && /filter\s*:/i.test(text);
  return primitives * (byRule ? all : applied * Math.max(1, repeated));
}

function parseSvg(text: string, named: Map<string, Part>): Part {
  const root = newPart();
  const open: Part[] = [];
  for (const { closing, name, attributes } of tagsOf(text)) {
    if (closing) {
      open.pop();
      continue;
    }
    const around = open.at(-1) ?? root;
    const id = quotedValue(ID.exec(attributes));
    const part = id === undefined ? around : newPart();
    if (id !== undefined) {
      around.parts.push(part);
      if (!named.has(id)) named.set(id, part);
    }
    part.elements += 1;
    const target = /(^|:)use$/.test(name) ? quotedValue(REFERENCE.exec(attributes)) : undefined;
    if (target !== undefined) part.uses.push(target);
    if (!attributes.endsWith("/")) open.push(part);
  }
  return root;
}

// Tags are matched piece by piece, each in only one way: one expression for a whole tag takes quadratic time.
function* tagsOf(text: string): Generator<{ closing: boolean; name: string; attributes: string }> {
  for (const { 0: opening, 1: slash, 2: name = "", index } of text.matchAll(TAG_START)) {
    const start = index + opening.length;
    ATTRIBUTES.lastIndex = start;
    while (ATTRIBUTES.exec(text)?.[1] !== undefined);
    const end = ATTRIBUTES.lastIndex;
    if (text[end] === ">") yield { closing: slash === "/", name, attributes: text.slice(start, end) };
  }
}

function newPart(): Part {
  return { elements: 0, uses: [], parts: [], weight: undefined };
}

function quotedValue(match: RegExpExecArray | null): string | undefined {
  return match?.[1] ?? match?.[2];
}

function weigh(part: Part, named: ReadonlyMap<string, Part>, depth: number): number {
  if (part.weight !== undefined) return part.weight;
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  part.weight = Number.POSITIVE_INFINITY;
  const targets = part.uses.flatMap((id) => named.get(id) ?? []);
  const below = [...part.parts, ...targets].reduce((sum, each) => sum + weigh(each, named, depth + 1), 0);
  part.weight = part.elements + below;
  return part.weight;
}

function elementsOf(part: Part): number {
  return part.elements + part.parts.reduce((sum, each) => sum + elementsOf(each), 0);
}

const PROLOGUE = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!DOCTYPE", ">"],
] as const;

function afterClosing(text: string, closing: string): string {
  // A document type may have declarations of its own, in brackets.
  const inner = closing === ">" && /^<!DOCTYPE[^>[]*\[/.test(text) ? text.indexOf("]") : 0;
  const end = inner < 0 ? -1 : text.indexOf(closing, inner);
  return end < 0 ? "" : text.slice(end + closing.length);
}
