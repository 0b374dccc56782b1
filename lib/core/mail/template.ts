import { escapeHtml } from "#core/html.ts";
import type { Language } from "#core/texts/language.ts";

/** Whose mail it is: stands above and below what a mail says. */
export interface Letterhead {
  name: string;
  /** Address of a picture. */
  logo?: string | undefined;
  /** Lines of a postal address, and a web site. */
  lines: string[];
}

/** A mail to people, before it is rendered. */
export interface Letter {
  language: Language;
  letterhead?: Letterhead;
  subject: string;
  /** First line, large. */
  title: string;
  paragraphs: string[];
  /** A code to type in. */
  code?: string;
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Rows of a small table, such as a submitted form. */
  rows?: { label: string; value: string }[];
  footer?: string;
}

/** Renders a letter as plain text and as HTML that mail clients without style sheets can show. */
export function render(letter: Letter): { text: string; html: string } {
  return { text: asText(letter), html: asHtml(letter) };
}

function asText({ title, paragraphs, code, action, rows, footer, letterhead }: Letter): string {
  const small = [footer, letterhead && [letterhead.name, ...letterhead.lines].join("\n")].filter(Boolean);
  return [
    title,
    ...paragraphs,
    code && `    ${code}`,
    rows?.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    action && `${action.label}:\n${action.url}`,
    small.length > 0 && `-- \n${small.join("\n\n")}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
// Clients that know no style sheets show the colours of the elements themselves.
const DARK =
  "<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){body,.ground{background:#131416!important;color:#ececee!important}.code{background:#25282c!important}.go{background:#ececee!important;color:#131416!important}.soft{color:#a3a7af!important}.line{border-color:#303338!important}}</style>";

function asHtml(letter: Letter): string {
  const { language, subject, title, paragraphs, code, action, rows, footer, letterhead } = letter;
  const parts = [
    letterhead && headOf(letterhead),
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;letter-spacing:-.01em">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    code &&
      `<p class="code" style="margin:0 0 16px;padding:16px;background:#f1f1ee;border-radius:8px;font:600 30px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`,
    rows &&
      `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.map(row).join("")}</table>`,
    action &&
      `<p style="margin:24px 0 16px"><a class="go" href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#1d1d1f;color:#fff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
    footer &&
      `<p class="soft" style="margin:24px 0 0;color:#5c5f66;font-size:13px">${escapeHtml(footer)}</p>`,
    letterhead && footOf(letterhead),
  ];
  return mailPage(language, subject, parts.filter(Boolean).join(""));
}

/** A page of HTML that mail clients can show; what is in it and what follows it are HTML. */
export function mailPage(language: Language, subject: string, main: string, after = ""): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>${DARK}</head><body class="ground" style="margin:0;background:#fff;color:#1d1d1f;${FONT};font-size:16px;line-height:1.5"><div style="max-width:560px;margin:0 auto;padding:32px 24px">${main}</div>${after}</body></html>`;
}

/** The head of a mail: the logo, or else the name. */
export function headOf({ name, logo }: Letterhead): string {
  const shown = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;max-width:240px;border:0">`
    : escapeHtml(name);
  return `<div class="line" style="margin:0 0 28px;padding:0 0 16px;border-bottom:1px solid #e3e3df;font-size:17px;font-weight:650">${shown}</div>`;
}

/** The foot of a mail: name, address, web site. */
export function footOf({ name, lines }: Letterhead): string {
  const shown = [name, ...lines].map(escapeHtml).join("<br>");
  return `<p class="soft line" style="margin:28px 0 0;padding:16px 0 0;border-top:1px solid #e3e3df;color:#5c5f66;font-size:13px;line-height:1.5">${shown}</p>`;
}

function row({ label, value }: { label: string; value: string }): string {
  const cell = "padding:10px 12px 10px 0;border-bottom:1px solid #e3e3df;vertical-align:top;text-align:left";
  return `<tr><th class="soft line" style="${cell};color:#5c5f66;font-weight:500">${escapeHtml(label)}</th><td class="line" style="${cell};padding-right:0;white-space:pre-wrap">${escapeHtml(value)}</td></tr>`;
}
