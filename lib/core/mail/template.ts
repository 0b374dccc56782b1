/** A mail to people, before it is rendered. */
export interface Letter {
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

function asText({ title, paragraphs, code, action, rows, footer }: Letter): string {
  return [
    title,
    ...paragraphs,
    code && `    ${code}`,
    rows?.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    action && `${action.label}:\n${action.url}`,
    footer && `-- \n${footer}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function asHtml({ subject, title, paragraphs, code, action, rows, footer }: Letter): string {
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    code &&
      `<p style="margin:0 0 16px;padding:16px;background:#f3f4f6;border-radius:8px;font:600 30px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`,
    rows &&
      `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.map(row).join("")}</table>`,
    action &&
      `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#111827;color:#fff;border-radius:8px;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    footer && `<p style="margin:24px 0 0;color:#6b7280;font-size:13px">${escapeHtml(footer)}</p>`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#fff;color:#111827;${FONT};font-size:16px;line-height:1.5"><div style="max-width:560px;margin:0 auto;padding:32px 24px">${parts.filter(Boolean).join("")}</div></body></html>`;
}

function row({ label, value }: { label: string; value: string }): string {
  const cell = "padding:8px 12px 8px 0;border-bottom:1px solid #e5e7eb;vertical-align:top;text-align:left";
  return `<tr><th style="${cell};color:#6b7280;font-weight:500">${escapeHtml(label)}</th><td style="${cell};white-space:pre-wrap">${escapeHtml(value)}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
