import { type HtmlValue, html, joinHtml, type SafeHtml, trustedHtml } from "#core/html.ts";

interface MarkdownOptions {
  /** Level of the HTML heading that `#` becomes. */
  top?: number;
  /** Maps the URL of a link; `undefined` drops the link and keeps its text. */
  link?: (address: string) => string | undefined;
  /** HTML to put above a table, by the heading of the table's first column. */
  pictures?: ReadonlyMap<string, SafeHtml>;
}

/**
 * Converts Markdown of guides to HTML: headings, paragraphs, lists of two levels, tables, code, bold, links.
 * Everything else is text.
 */
export function markdown(
  text: string,
  { top = 1, link = outwardLink, pictures }: MarkdownOptions = {},
): SafeHtml {
  const parts: (SafeHtml | undefined)[] = [];
  for (const { fence, body } of splitFences(text)) {
    if (fence === undefined) {
      for (const part of body.split(/\n{2,}/)) {
        const [, head = ""] = /^\|\s*([^|]+?)\s*\|/.exec(part) ?? [];
        parts.push(pictures?.get(head), blockHtml(part, top, link));
      }
    } else parts.push(codeBlock(body));
  }
  return joinHtml(parts.filter(Boolean), "\n");
}

/** A block of code that scrolls by the keyboard. */
function codeBlock(text: string): SafeHtml {
  return html`<pre tabindex="0"><code>${text.trimEnd()}</code></pre>`;
}

/** A table that scrolls sideways where it is wider than the page. */
export function htmlTable(head: readonly HtmlValue[], rows: readonly (readonly HtmlValue[])[]): SafeHtml {
  const heads = head.map((cell) => html`<th scope="col">${cell}</th>`);
  const lines = rows.map(
    (cells) => html`<tr${idOf(cells[0])}>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return html`<div class="wide" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** A row for the code of an error can be linked to. */
function idOf(cell: HtmlValue): SafeHtml | undefined {
  const [, code] = /^<code>([A-Z_]+\.[A-Z_]+)<\/code>$/.exec(String(cell)) ?? [];
  return code === undefined ? undefined : html` id="${code}"`;
}

/** `receive-events` for `Receive events`. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** A line of Markdown: code, bold, links. */
export function inlineHtml(text: string, link: NonNullable<MarkdownOptions["link"]> = outwardLink): SafeHtml {
  const parts = text.split(/(`[^`]+`)/);
  return html`${parts.map((part) => (part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : linkedText(part, link)))}`;
}

function linkedText(text: string, link: NonNullable<MarkdownOptions["link"]>): SafeHtml {
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

function outwardLink(address: string): string | undefined {
  return /^https?:/.test(address) ? address : undefined;
}

function splitFences(text: string): { fence: string | undefined; body: string }[] {
  // Each fenced block gives four parts: the text before it, the opening fence, the code, the closing fence.
  const parts = text.replace(/<!--[\s\S]*?-->/g, "").split(/^\s*```(.*)$/m);
  const found: { fence: string | undefined; body: string }[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    found.push({ fence: undefined, body: (parts[at] ?? "").trim() });
    if (parts[at + 1] !== undefined)
      found.push({ fence: parts[at + 1], body: (parts[at + 2] ?? "").slice(1) });
  }
  return found;
}

function blockHtml(
  part: string,
  top: number,
  link: NonNullable<MarkdownOptions["link"]>,
): SafeHtml | undefined {
  const lines = part.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const [, marks, heading = ""] = /^(#{1,4}) (.+)$/.exec(first) ?? [];
  if (marks) {
    const level = Math.min(marks.length + top - 1, 6);
    const rest = lines.slice(1).join("\n");
    return html`<h${level} id="${anchorOf(heading)}">${inlineHtml(heading, link)}</h${level}>${rest && blockHtml(rest, top, link)}`;
  }
  if (/^\s*\|/.test(first)) return tableOf(lines, link);
  if (/^\s*(-|\d+\.) /.test(first)) return listOf(lines, link);
  return first ? html`<p>${inlineHtml(lines.map((line) => line.trim()).join(" "), link)}</p>` : undefined;
}

function tableOf(lines: string[], link: NonNullable<MarkdownOptions["link"]>): SafeHtml {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => inlineHtml(cell.trim(), link));
  const [head = "", , ...rows] = lines;
  return htmlTable(cells(head), rows.map(cells));
}

function listOf(lines: string[], link: NonNullable<MarkdownOptions["link"]>): SafeHtml {
  const tag = /^\s*\d/.test(lines[0] ?? "") ? "ol" : "ul";
  const items: string[] = [];
  for (const line of lines) {
    const text = line.replace(/^\s*(-|\d+\.) /, "");
    if (text !== line) items.push(text);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return html`<${tag}>${items.map((item) => html`<li>${inlineHtml(item, link)}</li>`)}</${tag}>`;
}
