import { randomBytes } from "node:crypto";
import type { RawReply } from "#core/http/reply.ts";
import { escapeHtml } from "./render.ts";
import type { Purpose } from "./token.ts";

const WORDS = {
  confirm: { title: "Confirm your subscription", button: "Subscribe", done: "You are subscribed." },
  unsubscribe: {
    title: "Unsubscribe",
    button: "Unsubscribe",
    done: "You get no more mail from this newsletter.",
  },
};

/**
 * The page behind a link in a mail: a button, and nothing that happens by looking at it, because scanners look at
 * every link. The button works without script too; the answer is JSON then.
 */
export function subscriptionPage(purpose: Purpose, token: string): RawReply {
  const { title, button, done } = WORDS[purpose];
  const action = `?token=${encodeURIComponent(token)}`;
  const nonce = randomBytes(12).toString("base64url");
  const script = `const form=document.forms[0];form.addEventListener("submit",async(event)=>{event.preventDefault();const reply=await fetch(form.action,{method:"POST"}).catch(()=>undefined);document.querySelector("p").textContent=reply?.ok?${JSON.stringify(done)}:"This link is no longer good.";if(reply?.ok)form.remove();});`;
  return {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem;color:#111827}button{font:inherit;padding:.75rem 1.25rem;border:0;border-radius:8px;background:#111827;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid #60a5fa;outline-offset:2px}</style></head><body><main><h1>${title}</h1><p role="status" aria-live="polite">Press the button, and it is done.</p><form method="post" action="${escapeHtml(action)}"><button>${button}</button></form></main><script nonce="${nonce}">${script}</script></body></html>`,
  };
}

/** The token of a POST: in JSON, in a form, or in the query, where one-click unsubscribing has it (RFC 8058). */
export function tokenIn(query: { token?: string | undefined }, bytes: Buffer): string {
  const text = bytes.toString("utf8").trim();
  if (text.startsWith("{")) {
    const token = parsed(text);
    if (token !== undefined) return token;
  }
  return new URLSearchParams(text).get("token") ?? query.token ?? "";
}

function parsed(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "token" in body ? String(body.token) : undefined;
  } catch {
    return undefined;
  }
}
