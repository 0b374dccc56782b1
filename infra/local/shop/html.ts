/** HTML whose values are escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | false | null | undefined | readonly Part[];

/** A template tag for HTML: every value except markup is escaped. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + part(values[index - 1]) + string));
}

function part(value: Part): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "string" || typeof value === "number") return escaped(String(value));
  if (!value) return "";
  return value.map(part).join("");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
