import type { RawReply } from "#core/http/reply.ts";

/** What a browser sees after a sign-in that began nowhere in particular: no script, nothing from elsewhere. */
export function signInPage(status: string, message: string): RawReply {
  const title = status === "connected" ? "Connected" : status === "failed" ? "Not connected" : "Almost done";
  return {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${escapeHtml(message)}</p><p>You can close this page.</p></main></body></html>`,
  };
}

const STYLE =
  "body{margin:0;background:#f4f5f7;color:#111827;font:16px/1.5 system-ui,sans-serif}main{max-width:420px;margin:12vh auto;padding:32px;background:#fff;border-radius:16px}h1{margin:0 0 12px;font-size:26px}@media(prefers-color-scheme:dark){body{background:#0b0d12;color:#e5e7eb}main{background:#151922}}";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
