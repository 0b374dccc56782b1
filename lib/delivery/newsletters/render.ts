import Mustache from "mustache";
import { html, type SafeHtml, trustedHtml } from "#core/html.ts";
import { isObject } from "#core/is-object.ts";
import { type Letterhead, mailFooter, mailHeader, mailPage } from "#core/mail/template.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Language } from "#core/texts/language.ts";
import type { Entry } from "#lib/content/legacy-content/entry-schema.ts";
import { subjectIn, textIn, textsOf } from "./entry-texts.ts";

/** Variables of a template: texts, or objects that hold them for dotted names. */
type Variables = Record<string, unknown>;

interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Most sections of a template, so that its rendering time is proportional to its length. */
const MAX_SECTIONS = 200;
const MUSTACHE_TAG = /\{\{[^{}]*\}\}/g;
const TAG_OR_MARKUP = /\{\{[^{}]*\}\}|[&<>]/g;
/** A text with one of these elements counts as HTML; any other is plain text, in which `<` is a character. */
const HTML_TAG =
  /<(!doctype|html|head|body|style|h[1-6]|p|div|span|center|font|a|br|hr|table|tr|td|th|ul|ol|li|dl|img|picture|section|article|header|footer|main|blockquote|pre|code|strong|em|b|i|u|s|del|small|sup|sub|button)\b[^<>]*>/i;

/** Thrown for an invalid template; the message tells its author why. */
export class BadTemplate extends Error {}

/**
 * Checks that the texts of an entry are Mustache templates that can be rendered
 * (https://mustache.github.io/mustache.5.html). Partials and other delimiters are refused.
 */
export async function checkTemplates(entry: Pick<Entry, "blocks" | "locale">): Promise<void> {
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
    // A template that can be parsed may still fail when it is rendered as HTML.
    await renderEntry(entry, "", {});
  } catch (error) {
    throw new BadTemplate(`The texts do not render: ${error instanceof Error ? error.message : error}`);
  }
}

/** Renders an entry as a mail. Inserted values are escaped in HTML and never read as templates. */
export async function renderEntry(
  entry: Pick<Entry, "blocks" | "locale">,
  fallback: string,
  variables: Variables,
): Promise<RenderedMail> {
  const texts = textsOf(entry);
  const named = subjectIn(texts);
  const subject = named ? fillTemplate(textIn(named.value, entry.locale), variables, "text") : fallback;
  const body = texts.filter((block) => block !== named).map((block) => textIn(block.value, entry.locale));
  const filled = body.map((part) => fillTemplate(isHtml(part) ? part : paragraphs(part), variables, "html"));
  const text = await sideBySide(
    body.map(async (part) => {
      if (isHtml(part)) return htmlAsText(fillTemplate(part, variables, "html"));
      return fillTemplate(part, variables, "text");
    }),
  );
  return { subject: subject || fallback, text: text.join("\n\n"), html: filled.join("\n") };
}

/** The parts of a mail's HTML page. */
interface MailFrame {
  language: Language;
  subject: string;
  main: SafeHtml;
  footer?: SafeHtml;
  letterhead: Letterhead;
  pixel?: string | undefined;
}

/** Wraps the content of a mail in a page that mail clients can show. */
export function mailFrame({ language, subject, main, footer, letterhead, pixel }: MailFrame): SafeHtml {
  const image =
    pixel && html`<img src="${pixel}" width="1" height="1" alt="" style="display:block;border:0">`;
  const small =
    footer && html`<p class="soft" style="margin:32px 0 0;color:#5c5f66;font-size:13px">${footer}</p>`;
  const content = html`${mailHeader(letterhead)}${main}${small}${mailFooter(language, letterhead)}`;
  return mailPage(language, subject, content, image || undefined);
}

function fillTemplate(template: string, variables: Variables, as: "html" | "text"): string {
  const encode = (value: unknown) => (as === "html" ? html`${String(value)}`.toString() : String(value));
  // Without partials a template can only read its variables.
  return Mustache.render(template, withoutPrototype(variables), {}, { escape: encode });
}

// Objects without a prototype have no inherited names such as `constructor` that a template could read.
function withoutPrototype(variables: Variables): Variables {
  const inner = Object.entries(variables).map(([name, value]) => [name, valueWithoutPrototype(value)]);
  const own: Variables = { __proto__: null, ...Object.fromEntries(inner) };
  return Object.defineProperty(own, Symbol.toPrimitive, { value: () => "" });
}

function valueWithoutPrototype(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueWithoutPrototype);
  return isObject(value) ? withoutPrototype(value) : value;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).filter((text) => typeof text === "string");
}

/** Loads the HTML library only when there is HTML. */
async function htmlAsText(content: string): Promise<string> {
  const { htmlToText } = await import("#core/mail/html-text.ts");
  return htmlToText(content);
}

function isHtml(text: string): boolean {
  return HTML_TAG.test(text);
}

// Turns plain text into HTML paragraphs. Template tags are left unchanged, because they are filled in afterwards.
function paragraphs(text: string): string {
  return text
    .replace(MUSTACHE_TAG, (tag) => tag.replace(/\s+/g, " "))
    .split(/\n{2,}/)
    .map((part) => html`<p style="margin:0 0 16px">${escapeText(part)}</p>`)
    .join("");
}

// Escapes all text except template tags, whose values Mustache escapes.
function escapeText(text: string): SafeHtml {
  const escaped = text.replace(TAG_OR_MARKUP, (part) => (part.startsWith("{{") ? part : `${html`${part}`}`));
  return trustedHtml(escaped.replaceAll("\n", "<br>"));
}

// Counts sections in the result of `Mustache.parse`: a token is [type, name, …], with a section's tokens at index 4.
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
