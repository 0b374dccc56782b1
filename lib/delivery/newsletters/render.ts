import Mustache from "mustache";
import { escapeHtml } from "#core/html.ts";
import { footOf, headOf, type Letterhead, mailPage } from "#core/mail/template.ts";
import type { Language } from "#core/texts/language.ts";
import type { Entry } from "#lib/content/legacy-content/entry-schema.ts";
import { subjectIn, textIn, textsOf } from "./entry-texts.ts";

/** What a template may refer to: names with dots, values as text. */
type Variables = Record<string, unknown>;

interface Rendered {
  subject: string;
  text: string;
  html: string;
}

/** Deepest nesting of sections in a template: what it takes to render stays in proportion to its length. */
const MAX_SECTIONS = 200;
const TAG = /\{\{[^{}]*\}\}/g;
/** Tags, and what is between them. */
const PARTS = /<\/?[a-z!][^<>]*>|[^<]+|</gi;
const HIDDEN = new Set(["style", "script", "head"]);
const LINES = new Set(["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr"]);
const ENTITIES: Record<string, string> = { nbsp: " ", lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** Why a template cannot be used; its message is for whoever wrote it. */
export class BadTemplate extends Error {}

/**
 * Checks that the texts of an entry are templates that can be rendered (https://mustache.github.io/mustache.5.html):
 * values and sections, no partials, and no change of the delimiters.
 */
export function checkTemplates(entry: Pick<Entry, "blocks" | "locale">): void {
  for (const { id, value } of entry.blocks) {
    for (const text of textsIn(value)) {
      try {
        countSections(Mustache.parse(text));
      } catch (error) {
        throw new BadTemplate(
          `The block ${id} is no template: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  }
  try {
    // What is written for one mail may fall apart when it is made into HTML.
    renderEntry(entry, "", {});
  } catch (error) {
    throw new BadTemplate(`The texts do not render: ${error instanceof Error ? error.message : error}`);
  }
}

/** An entry as a mail. Values are escaped in HTML, and are never templates themselves. */
export function renderEntry(
  entry: Pick<Entry, "blocks" | "locale">,
  fallback: string,
  variables: Variables,
): Rendered {
  const texts = textsOf(entry);
  const named = subjectIn(texts);
  const subject = named ? fill(textIn(named.value, entry.locale), variables, "text") : fallback;
  const body = texts.filter((block) => block !== named).map((block) => textIn(block.value, entry.locale));
  const html = body.map((part) => fill(isHtml(part) ? part : paragraphs(part), variables, "html")).join("\n");
  const text = body
    .map((part) => (isHtml(part) ? plain(fill(part, variables, "html")) : fill(part, variables, "text")))
    .join("\n\n");
  return { subject: subject || fallback, text, html };
}

/** The content of a mail with what stands around it; `footer` and `html` are HTML. */
interface Frame {
  language: Language;
  subject: string;
  html: string;
  footer: string;
  letterhead: Letterhead;
  pixel?: string | undefined;
}

/** A page of HTML that mail clients can show, around the content of a mail. */
export function framed({ language, subject, html, footer, letterhead, pixel }: Frame): string {
  const image = pixel
    ? `<img src="${escapeHtml(pixel)}" width="1" height="1" alt="" style="display:block;border:0">`
    : "";
  const small = footer
    ? `<p class="soft" style="margin:32px 0 0;color:#5c5f66;font-size:13px">${footer}</p>`
    : "";
  const main = `${headOf(letterhead)}${html}${small}${footOf(language, letterhead)}`;
  return mailPage(language, subject, main, image);
}

function fill(template: string, variables: Variables, as: "html" | "text"): string {
  const encode =
    as === "html" ? (value: unknown) => escapeHtml(String(value)) : (value: unknown) => String(value);
  // Partials are not given any, so a template reaches nothing but its variables.
  return Mustache.render(template, bare(variables), {}, { escape: encode });
}

// Without prototypes: what is no variable, such as `constructor`, is not there. What has no text of its own prints none.
function bare(variables: Variables): Variables {
  const inner = Object.entries(variables).map(([name, value]) => [name, bareValue(value)]);
  const own: Variables = { __proto__: null, ...Object.fromEntries(inner) };
  return Object.defineProperty(own, Symbol.toPrimitive, { value: () => "" });
}

function bareValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareValue);
  return isVariables(value) ? bare(value) : value;
}

function isVariables(value: unknown): value is Variables {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).filter((text) => typeof text === "string");
}

function isHtml(text: string): boolean {
  return /<(p|div|h[1-6]|a|br|table|ul|ol|li|img|strong|em|b|i|span|html|body)\b[^<>]*>/i.test(text);
}

// Tags of the template stay as they are, in one line; they are filled in afterwards.
function paragraphs(text: string): string {
  return text
    .replace(TAG, (tag) => tag.replace(/\s+/g, " "))
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${escapeText(part).replaceAll("\n", "<br>")}</p>`)
    .join("");
}

function escapeText(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}|[&<>]/g, (part) => (part.startsWith("{{") ? part : escapeHtml(part)));
}

/** HTML as text, links with their addresses. In one pass: what it takes is in proportion to the length. */
function plain(html: string): string {
  let text = "";
  let hidden = "";
  const links: string[] = [];
  for (const [part] of html.matchAll(PARTS)) {
    const [, end = "", name = ""] =
      /^<(\/?)([a-z][a-z0-9]*)/i.exec(part)?.map((each) => each.toLowerCase()) ?? [];
    if (hidden) hidden = end && name === hidden ? "" : hidden;
    else if (!part.startsWith("<") || part === "<") text += part;
    else if (!end && HIDDEN.has(name)) hidden = name;
    else if (name === "a") text += end ? (links.pop() ?? "") : openLink(links, part);
    else if (name === "br" || (end && LINES.has(name))) text += "\n";
  }
  return unescaped(text.replace(/\n{3,}/g, "\n\n"))
    .toWellFormed()
    .trim();
}

function openLink(links: string[], tag: string): string {
  const [, href = ""] = /\shref="([^"]*)"/i.exec(tag) ?? [];
  links.push(href && ` (${href})`);
  return "";
}

// In one go: what comes out of one is not read again.
function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|(nbsp|lt|gt|quot|apos|amp));/g, (_, code?: string, name = "") =>
    code === undefined ? (ENTITIES[name] ?? "") : String.fromCodePoint(Number(code)),
  );
}

// What `Mustache.parse` answers: a type, a name, and for a section the tokens inside it at the fourth place.
function countSections(tokens: unknown, seen = { count: 0 }): void {
  if (!Array.isArray(tokens)) return;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    const [type] = token;
    if (type === ">") throw new BadTemplate("partials are not known here");
    if (type === "=") throw new BadTemplate("the delimiters cannot be changed");
    if (type === "#" || type === "^") {
      seen.count += 1;
      if (seen.count > MAX_SECTIONS) throw new BadTemplate(`it has more than ${MAX_SECTIONS} sections`);
      countSections(token[4], seen);
    }
  }
}
