/** HTML that is safe to insert, because its values are escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = Markup | string | number | false | null | undefined | readonly HtmlValue[];

/** A template tag for HTML: every value except markup is escaped. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + escapeValue(values[index - 1]) + string));
}

function escapeValue(value: HtmlValue): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  if (!value) return "";
  return value.map(escapeValue).join("");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
