import { html, joinHtml, type SafeHtml } from "#core/html.ts";
import type { Language } from "#core/texts/language.ts";
import { letterheadTexts } from "./texts.ts";

/** The sender of a mail, printed above and below its content. */
export interface Letterhead {
  name: string;
  /** URL of a picture. */
  logo?: string | undefined;
  /** Lines of a postal address, contact details and a web site. */
  lines: string[];
  /** The sender's own colour, `#rrggbb`, for the button and the line above the content. */
  color?: string | undefined;
  /** URL of its shop. */
  home?: string | undefined;
  /** URL of its legal notice. */
  imprint?: string | undefined;
}

export interface BillLine {
  label: string;
  /** Printed small, below the label. */
  note?: string;
  amount: string;
  /** A total is strong; a void line is crossed out, and its note says why. */
  look?: "total" | "gone";
}

export interface Email {
  language: Language;
  letterhead?: Letterhead;
  subject: string;
  /** Heading above the paragraphs. */
  title: string;
  paragraphs: string[];
  code?: string;
  action?: { label: string; url: string };
  /** Rows of a small table, such as a submitted form. */
  rows?: { label: string; value: string }[];
  /** An order's lines and total, printed below the button. */
  bill?: BillLine[];
  footer?: string;
}

/** Renders an email as plain text and as HTML for mail clients without style sheets. */
export function renderEmail(email: Email): { text: string; html: string } {
  return { text: asText(email), html: asHtml(email).toString() };
}

function asText({
  language,
  title,
  paragraphs,
  code,
  action,
  bill,
  rows,
  footer,
  letterhead,
}: Email): string {
  const small = [footer, letterhead && [letterhead.name, ...letterhead.lines].join("\n")];
  const links = letterhead
    ? letterheadLinks(language, letterhead).map(({ label, url }) => `${label}: ${url}`)
    : [];
  const foot = [...small, links.join("\n")].filter(Boolean);
  return [
    title,
    ...paragraphs,
    code && `    ${code}`,
    bill?.map(billText).join("\n"),
    rows?.map(({ label, value }) => `${label}:${value.includes("\n") ? "\n" : " "}${value}`).join("\n"),
    action && `${action.label}:\n${action.url}`,
    foot.length > 0 && `-- \n${foot.join("\n\n")}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function billText({ label, note, amount }: BillLine): string {
  return `${label}${note ? ` (${note})` : ""}: ${amount}`;
}

/** Links to a business's shop and legal notice, for its mails and pages. */
export function letterheadLinks(
  language: Language,
  { home, imprint }: Letterhead,
): { label: string; url: string }[] {
  const texts = letterheadTexts(language);
  return [
    ...(home ? [{ label: texts.shop, url: home }] : []),
    ...(imprint ? [{ label: texts.imprint, url: imprint }] : []),
  ];
}

const FONT_STYLE = html`font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
// Clients without style sheets show the colours of the elements.
const DARK_STYLE = html`<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){body,.ground{background:#131416!important;color:#ececee!important}.code{background:#25282c!important}.go{background:#ececee!important;color:#131416!important}.soft{color:#a3a7af!important}.line{border-color:#303338!important}}</style>`;

function asHtml(email: Email): SafeHtml {
  const { language, subject, title, paragraphs, code, action, bill, rows, footer, letterhead } = email;
  const button = action && buttonOf(action, letterhead?.color);
  const parts = [
    letterhead && mailHeader(letterhead),
    html`<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;letter-spacing:-.01em">${title}</h1>`,
    ...paragraphs.map((text) => html`<p style="margin:0 0 16px">${text}</p>`),
    code &&
      html`<p class="code" style="margin:0 0 16px;padding:16px;background:#f1f1ee;border-radius:8px;font:600 30px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${code}</p>`,
    bill && button,
    bill &&
      html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;margin:0 0 24px">${bill.map(billRow)}</table>`,
    rows &&
      rows.length > 0 &&
      html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.map(tableRow)}</table>`,
    !bill && button,
    footer && html`<p class="soft" style="margin:24px 0 0;color:#5c5f66;font-size:13px">${footer}</p>`,
    letterhead && mailFooter(language, letterhead),
  ];
  return mailPage(language, subject, html`${parts}`);
}

/** The HTML document of a mail, in a form that mail clients can show. */
export function mailPage(language: Language, subject: string, main: SafeHtml, after?: SafeHtml): SafeHtml {
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title>${DARK_STYLE}</head><body class="ground" style="margin:0;background:#fff;color:#1d1d1f;${FONT_STYLE};font-size:16px;line-height:1.5"><div style="max-width:560px;margin:0 auto;padding:32px 24px">${main}</div>${after}</body></html>`;
}

/** The header of a mail: the logo, or else the name, with a link to the shop. */
export function mailHeader({ name, logo, color, home }: Letterhead): SafeHtml {
  const face = logo
    ? html`<img src="${logo}" alt="${name}" height="40" style="display:block;width:auto;height:auto;max-width:240px;max-height:40px;border:0">`
    : name;
  const shown = home ? html`<a href="${home}" style="color:inherit;text-decoration:none">${face}</a>` : face;
  const band = color && html`<div style="height:4px;margin:0 0 24px;background:${color}"></div>`;
  return html`${band}<div class="line" style="margin:0 0 28px;padding:0 0 16px;border-bottom:1px solid #e3e3df;font-size:17px;font-weight:650">${shown}</div>`;
}

/** The footer of a mail: name, address, contact details and links. */
export function mailFooter(language: Language, letterhead: Letterhead): SafeHtml {
  const { name, lines } = letterhead;
  const links = letterheadLinks(language, letterhead).map(
    ({ label, url }) => html`<a href="${url}" style="color:inherit">${label}</a>`,
  );
  const shown = [name, ...lines, ...(links.length > 0 ? [joinHtml(links, " · ")] : [])];
  return html`<p class="soft line" style="margin:28px 0 0;padding:16px 0 0;border-top:1px solid #e3e3df;color:#5c5f66;font-size:13px;line-height:1.5">${joinHtml(shown, html`<br>`)}</p>`;
}

/** Black or white, whichever is easier to read on a colour. */
export function readableTextColor(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

// A business's own colour is the same in light and dark mode.
function buttonOf({ label, url }: NonNullable<Email["action"]>, color: string | undefined): SafeHtml {
  const look = color
    ? `background:${color};color:${readableTextColor(color)}`
    : "background:#1d1d1f;color:#fff";
  return html`<p style="margin:24px 0 24px"><a${!color && html` class="go"`} href="${url}" style="display:inline-block;padding:12px 20px;${look};border-radius:8px;text-decoration:none;font-weight:600">${label}</a></p>`;
}

// Amounts are also right-aligned by an attribute, for readers that ignore styles.
function billRow({ label, note, amount, look }: BillLine): SafeHtml {
  const cell = `padding:10px 0;border-bottom:1px solid #e3e3df;vertical-align:top${look === "total" ? ";font-weight:650" : ""}`;
  const crossed = (text: string) =>
    look === "gone" ? html`<s style="text-decoration:line-through">${text}</s>` : text;
  const small =
    note && html`<br><span class="soft" style="color:#5c5f66;font-size:13px;font-weight:400">${note}</span>`;
  return html`<tr><td class="line" align="left" valign="top" style="${cell};text-align:left;padding-right:16px">${crossed(label)}${small}</td><td class="line" align="right" valign="top" style="${cell};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums">${crossed(amount)}</td></tr>`;
}

function tableRow({ label, value }: { label: string; value: string }): SafeHtml {
  const cell = "padding:10px 12px 10px 0;border-bottom:1px solid #e3e3df;vertical-align:top;text-align:left";
  const lines = joinHtml(value.split("\n"), html`<br>`);
  return html`<tr><th class="soft line" align="left" valign="top" style="${cell};color:#5c5f66;font-weight:500">${label}</th><td class="line" align="left" valign="top" style="${cell};padding-right:0;white-space:pre-wrap">${lines}</td></tr>`;
}
