import { createHash } from "node:crypto";
import { html, joinHtml, type SafeHtml, trustedHtml } from "#core/html.ts";
import { type BillLine, type Letterhead, letterheadLinks, readableTextColor } from "#core/mail/template.ts";
import type { Language } from "#core/texts/language.ts";
import { cspSource, pageSecurityPolicy } from "./content-security-policy.ts";
import { PAGE_STYLE } from "./page-style.ts";
import type { RawReply } from "./reply.ts";

interface HtmlPage {
  language: Language;
  title: string;
  /** The business whose page it is: its name is above the content, its contact details are below. */
  letterhead?: Letterhead | undefined;
  main: SafeHtml;
  /** A script that runs on the page and may call the page's own origin. */
  script?: string;
  status?: number;
}

/**
 * A page for people without an account. It loads nothing from other sites but a logo, allows no frame and is not
 * cached.
 */
export function htmlPage({ language, title, letterhead, main, script, status }: HtmlPage): RawReply {
  return {
    ...(status === undefined ? {} : { status }),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "content-security-policy": policyFor(letterhead, script),
    },
    // The style and the script are ours, apart from the colour, which is checked when it is stored.
    body: html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><style>${trustedHtml(PAGE_CSS + colorOf(letterhead))}</style></head><body>${letterhead && headerOf(letterhead)}<main>${main}</main>${letterhead && footerOf(language, letterhead)}${script && html`<script>${trustedHtml(script)}</script>`}</body></html>`.toString(),
  };
}

/** A small label beside a title. */
export function pageBadge(text: string, look: "plain" | "good" | "bad" | "note" = "plain"): SafeHtml {
  return html`<p class="mark ${look}">${text}</p>`;
}

export function tableRow(label: string, value: string, kind: "td" | "th" = "td"): SafeHtml {
  return html`<tr><${kind}>${label}</${kind}><${kind}>${value}</${kind}></tr>`;
}

/** A bill: amounts in a column of their own, totals strong, void lines crossed out. */
export function billTable(lines: readonly BillLine[]): SafeHtml {
  const rows = lines.map(({ label, note, amount, look }) => {
    const kind = look === "total" ? "th" : "td";
    const crossed = (text: string) => (look === "gone" ? html`<s>${text}</s>` : text);
    const small = note && html`<small class="soft">${note}</small>`;
    return html`<tr><${kind}>${crossed(label)}${small}</${kind}><${kind}>${crossed(amount)}</${kind}></tr>`;
  });
  return html`<table class="bill">${rows}</table>`;
}

export function pageBlock(heading: string, lines: readonly string[]): SafeHtml {
  return html`<h2>${heading}</h2><p>${joinHtml(lines, html`<br>`)}</p>`;
}

/** A button that cancels after a second press, so that nobody cancels by accident. */
export function confirmCancelForm({
  cancel,
  sure,
  yes,
}: {
  cancel: string;
  sure: string;
  yes: string;
}): SafeHtml {
  return html`<details class="ask"><summary>${cancel}</summary><form method="post"><p>${sure}</p><button name="action" value="cancel">${yes}</button></form></details>`;
}

function policyFor(letterhead: Letterhead | undefined, script: string | undefined): string {
  const scriptHash = script && createHash("sha256").update(script).digest("base64");
  return pageSecurityPolicy({ picture: cspSource(letterhead?.logo), scriptHash });
}

// A logo that the page's security policy would block is replaced by the name.
function headerOf({ name, logo, home }: Letterhead): SafeHtml {
  const face = logo && cspSource(logo) ? html`<img src="${logo}" alt="${name}">` : name;
  return html`<header>${home ? html`<a href="${home}">${face}</a>` : face}</header>`;
}

function footerOf(language: Language, letterhead: Letterhead): SafeHtml | undefined {
  const { name, lines } = letterhead;
  const links = letterheadLinks(language, letterhead).map(
    ({ label, url }) => html`<a href="${url}">${label}</a>`,
  );
  const address = lines.length > 0 ? [[name, ...lines].join(" · ")] : [];
  const shown = [...address, ...(links.length > 0 ? [joinHtml(links, " · ")] : [])];
  return shown.length > 0 ? html`<footer>${joinHtml(shown, html`<br>`)}</footer>` : undefined;
}

// A business's own colour is the same in light and dark mode.
function colorOf(letterhead: Letterhead | undefined): string {
  const color = letterhead?.color;
  if (!color) return "";
  return `body { border-top: 4px solid ${color}; } form .go { background: ${color}; color: ${readableTextColor(color)}; }`;
}

const PAGE_CSS = `${PAGE_STYLE}
header, main, footer { width: min(30rem, 100% - 2rem); margin: 0 auto; }
header { padding: 8vh 0 .875rem; font-weight: 650; font-size: 1.0625rem; }
header a { color: inherit; text-decoration: none; }
header img { display: block; height: 40px; max-width: 100%; object-fit: contain; }
main { padding: 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; }
body > main:first-child { margin-top: 8vh; }
footer { padding: 1rem 0 3rem; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
main > h1:first-child { margin-top: 0; }
.mark { display: inline-block; margin: 0 0 .5rem; padding: .0625rem .625rem; border-radius: 99px; font-size: .875rem; background: var(--code); }
.mark.good { background: var(--goodwash); color: var(--good); }
.mark.bad { background: var(--badwash); color: var(--bad); }
.mark.note { background: var(--notewash); color: var(--note); }
.mark + h1 { margin-top: .25rem; }
table { margin: 1rem 0; }
th, td { padding: .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
tr:first-child > * { border-top: 0; }
td + td, th + th { overflow-wrap: break-word; text-align: right; padding-left: 1rem; font-variant-numeric: tabular-nums; }
th { font-weight: 650; }
form button { display: block; width: 100%; margin-top: .625rem; padding: .75rem; border-radius: 10px; }
form .go { border-color: transparent; background: var(--ink); color: var(--paper); font-weight: 600; }
.bill small { display: block; overflow-wrap: anywhere; }
.bill td + td, .bill th + th { white-space: nowrap; }
.ask summary { padding: .75rem; margin-top: .625rem; border: 1px solid var(--line); border-radius: 10px; text-align: center; cursor: pointer; }
.ask p { margin: .75rem 0 0; }
form select { width: 100%; padding: .625rem; }
label { display: block; margin-top: 1rem; }
main input { width: 100%; }
`;
