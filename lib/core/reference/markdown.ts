import { escapeHtml } from "#core/html.ts";

/** What a heading of a guide is below: the page has the first level itself. */
interface Options {
  /** Level of HTML that `#` becomes. */
  top?: number;
  /** The address that a link leads to; `undefined` drops the link and keeps its text. */
  link?: (address: string) => string | undefined;
  /** HTML that stands above a table, by the head of its first column. */
  pictures?: ReadonlyMap<string, string>;
}

/**
 * HTML of the Markdown that guides are written in: headings, paragraphs, lists of one level and one below, tables, code,
 * bold, links. Everything else is text.
 */
export function markdown(text: string, { top = 1, link = outward, pictures }: Options = {}): string {
  const parts: string[] = [];
  for (const { fence, body } of fenced(text)) {
    if (fence === undefined) {
      for (const part of body.split(/\n{2,}/)) {
        const [, head = ""] = /^\|\s*([^|]+?)\s*\|/.exec(part) ?? [];
        parts.push(pictures?.get(head) ?? "", block(part, top, link));
      }
    } else parts.push(code(body));
  }
  return parts.filter(Boolean).join("\n");
}

/** A block of code, which a reader can scroll by the keyboard where it is wide. */
export function code(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text.trimEnd())}</code></pre>`;
}

/** A table that scrolls by itself where it is wide. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join("");
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return `<div class="wide" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
}

/** `receive-events` for `Receive events`. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** A line of Markdown: code, bold, links. */
export function inline(text: string, link: NonNullable<Options["link"]> = outward): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith("`") ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : words(part, link),
    )
    .join("");
}

function words(text: string, link: NonNullable<Options["link"]>): string {
  const parts = text.split(/(\[[^\]]+\]\([^)\s]+\)|https?:\/\/[^\s<>),;]+[^\s<>),;.])/);
  const html = parts.map((part) => {
    const [, label = part, address = /^https?:/.test(part) ? part : ""] =
      /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
    const to = address && link(address);
    return to ? `<a href="${escapeHtml(to)}">${escapeHtml(label)}</a>` : escapeHtml(label);
  });
  return html.join("").replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");
}

function outward(address: string): string | undefined {
  return /^https?:/.test(address) ? address : undefined;
}

function fenced(text: string): { fence: string | undefined; body: string }[] {
  // Odd parts are what stood between two fences.
  const parts = text.replace(/<!--[\s\S]*?-->/g, "").split(/^\s*```(.*)$/m);
  const found: { fence: string | undefined; body: string }[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    found.push({ fence: undefined, body: (parts[at] ?? "").trim() });
    if (parts[at + 1] !== undefined)
      found.push({ fence: parts[at + 1], body: (parts[at + 2] ?? "").slice(1) });
  }
  return found;
}

function block(part: string, top: number, link: NonNullable<Options["link"]>): string {
  const lines = part.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const [, marks, heading = ""] = /^(#{1,4}) (.+)$/.exec(first) ?? [];
  if (marks) {
    const level = Math.min(marks.length + top - 1, 6);
    const rest = lines.slice(1).join("\n");
    return `<h${level} id="${anchor(heading)}">${inline(heading, link)}</h${level}>${rest ? block(rest, top, link) : ""}`;
  }
  if (/^\s*\|/.test(first)) return tableOf(lines, link);
  if (/^\s*(-|\d+\.) /.test(first)) return listOf(lines, link);
  return first ? `<p>${inline(lines.map((line) => line.trim()).join(" "), link)}</p>` : "";
}

function tableOf(lines: string[], link: NonNullable<Options["link"]>): string {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => inline(cell.trim(), link));
  const [head = "", , ...rows] = lines;
  return table(cells(head), rows.map(cells));
}

function listOf(lines: string[], link: NonNullable<Options["link"]>): string {
  const tag = /^\s*\d/.test(lines[0] ?? "") ? "ol" : "ul";
  const items: string[] = [];
  for (const line of lines) {
    const text = line.replace(/^\s*(-|\d+\.) /, "");
    if (text !== line) items.push(text);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return `<${tag}>${items.map((item) => `<li>${inline(item, link)}</li>`).join("")}</${tag}>`;
}
