/** Text that is HTML already. Only this file can make one, so no other text passes for it. */
class SafeHtml {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

export type { SafeHtml };

/** A value in a template: text is escaped, HTML is unchanged, and a missing value or `false` adds nothing. */
export type HtmlValue = SafeHtml | string | number | false | null | undefined | readonly HtmlValue[];

/** Makes HTML from a template. Values are safe between tags and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  return new SafeHtml(String.raw({ raw: parts }, ...values.map(asHtml)));
}

/** Joins values into HTML, with the separator between them. */
export function joinHtml(values: readonly HtmlValue[], separator: HtmlValue): SafeHtml {
  return new SafeHtml(values.map(asHtml).join(asHtml(separator)));
}

/** Marks text as HTML that is not escaped. A comment at each use says why the text is safe. */
export function trustedHtml(text: string): SafeHtml {
  return new SafeHtml(text);
}

function asHtml(value: HtmlValue): string {
  if (value instanceof SafeHtml) return value.toString();
  if (value === undefined || value === null || value === false) return "";
  if (typeof value === "object") return value.map(asHtml).join("");
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
