import { type HtmlValue, html, joinHtml, type SafeHtml, trustedHtml } from "#core/html.ts";

interface Options {
  /** Level of HTML that `#` becomes. */
  top?: number;
  /** Maps the address of a link; `undefined` drops the link and keeps its text. */
  link?: (address: string) => string | undefined;
  /** HTML above a table, by the head of its first column. */
  pictures?: ReadonlyMap<string, SafeHtml>;
}

/**
 * Converts Markdown of guides to HTML: headings, paragraphs, lists of two levels, tables, code, bold, links.
 * Everything else is text.
 */
export function markdown(text: string, { top = 1, link = outward, pictures }: Options = {}): SafeHtml {
  const parts: (SafeHtml | undefined)[] = [];
  for (const { fence, body } of fenced(text)) {
    if (fence === undefined) {
      for (const part of body.split(/\n{2,}/)) {
        const [, head = ""] = /^\|\s*([^|]+?)\s*\|/.exec(part) ?? [];
        parts.push(pictures?.get(head), block(part, top, link));
      }
    } else parts.push(code(body));
  }
  return joinHtml(parts.filter(Boolean), "\n");
}

/** A block of code that scrolls by the keyboard. */
export function code(text: string): SafeHtml {
  return html`<pre tabindex="0"><code>${text.trimEnd()}</code></pre>`;
}

/** A table that scrolls by itself where it is wide. */
export function table(head: readonly HtmlValue[], rows: readonly (readonly HtmlValue[])[]): SafeHtml {
  const heads = head.map((cell) => html`<th scope="col">${cell}</th>`);
  const lines = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  return html`<div class="wide" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** `receive-events` for `Receive events`. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** A line of Markdown: code, bold, links. */
export function inline(text: string, link: NonNullable<Options["link"]> = outward): SafeHtml {
  const parts = text.split(/(`[^`]+`)/);
  return html`${parts.map((part) => (part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : words(part, link)))}`;
}

function words(text: string, link: NonNullable<Options["link"]>): SafeHtml {
  const parts = text.split(/(\[[^\]]+\]\([^)\s]+\)|https?:\/\/[^\s<>),;]+[^\s<>),;.])/);
  const linked = parts.map((part) => {
    const [, label = part, address = /^https?:/.test(part) ? part : ""] =
      /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
    const to = address && link(address);
    return to ? html`<a href="${to}">${label}</a>` : label;
  });
  // Bold text may have links in it, so it is found in the HTML, where every text is escaped already.
  return trustedHtml(html`${linked}`.toString().replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>"));
}

function outward(address: string): string | undefined {
  return /^https?:/.test(address) ? address : undefined;
}

function fenced(text: string): { fence: string | undefined; body: string }[] {
  // Odd parts were between two fences.
  const parts = text.replace(/<!--[\s\S]*?-->/g, "").split(/^\s*```(.*)$/m);
  const found: { fence: string | undefined; body: string }[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    found.push({ fence: undefined, body: (parts[at] ?? "").trim() });
    if (parts[at + 1] !== undefined)
      found.push({ fence: parts[at + 1], body: (parts[at + 2] ?? "").slice(1) });
  }
  return found;
}

function block(part: string, top: number, link: NonNullable<Options["link"]>): SafeHtml | undefined {
  const lines = part.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const [, marks, heading = ""] = /^(#{1,4}) (.+)$/.exec(first) ?? [];
  if (marks) {
    const level = Math.min(marks.length + top - 1, 6);
    const rest = lines.slice(1).join("\n");
    return html`<h${level} id="${anchor(heading)}">${inline(heading, link)}</h${level}>${rest && block(rest, top, link)}`;
  }
  if (/^\s*\|/.test(first)) return tableOf(lines, link);
  if (/^\s*(-|\d+\.) /.test(first)) return listOf(lines, link);
  return first ? html`<p>${inline(lines.map((line) => line.trim()).join(" "), link)}</p>` : undefined;
}

function tableOf(lines: string[], link: NonNullable<Options["link"]>): SafeHtml {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => inline(cell.trim(), link));
  const [head = "", , ...rows] = lines;
  return table(cells(head), rows.map(cells));
}

function listOf(lines: string[], link: NonNullable<Options["link"]>): SafeHtml {
  const tag = /^\s*\d/.test(lines[0] ?? "") ? "ol" : "ul";
  const items: string[] = [];
  for (const line of lines) {
    const text = line.replace(/^\s*(-|\d+\.) /, "");
    if (text !== line) items.push(text);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return html`<${tag}>${items.map((item) => html`<li>${inline(item, link)}</li>`)}</${tag}>`;
}
