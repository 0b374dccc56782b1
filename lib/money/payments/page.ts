import type { RawReply } from "#core/http/reply.ts";

/** A page about money: no script, nothing from elsewhere, shown in no frame. */
export function htmlPage(title: string, main: string): RawReply {
  return {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main>${main}</main></body></html>`,
  };
}

const STYLE =
  "body{margin:0;background:#f4f5f7;color:#111827;font:16px/1.5 system-ui,sans-serif}main{max-width:420px;margin:8vh auto;padding:32px;background:#fff;border-radius:16px;box-shadow:0 1px 4px #0002}h1{margin:0;font-size:34px}.tag{display:inline-block;margin:0 0 8px;padding:2px 10px;border-radius:99px;background:#fef3c7;font-size:13px}table{width:100%;border-collapse:collapse;margin:16px 0}td,th{padding:8px 0;border-bottom:1px solid #e5e7eb;text-align:left}td+td,th+th{text-align:right}button{display:block;width:100%;margin-top:10px;padding:12px;border:1px solid #d1d5db;border-radius:10px;background:#fff;font:inherit;cursor:pointer}.go{border:0;background:#111827;color:#fff}@media(prefers-color-scheme:dark){body{background:#0b0d12;color:#e5e7eb}main,button{background:#151922;color:inherit;border-color:#374151}td,th{border-color:#374151}.tag{color:#111}.go{background:#e5e7eb;color:#111}}";
