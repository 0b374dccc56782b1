import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { html } from "#core/html.ts";
import type { Mount } from "./gateway.ts";
import { standInPage } from "./pages/stand-in.ts";
import { readBody } from "./request-body.ts";

/** First path segment of the stand-in for SNS, and of the page that shows the texts sent to phones. */
export const PHONE_SEGMENT = "_phone";

type PhoneText = { to: string; text: string; received_at: string };

const MAX_TEXTS = 500;

/** Accepts SNS requests that send a text to a phone, and shows the texts on a page. */
export function phoneMount(): Mount {
  const texts: PhoneText[] = [];
  return async (_request, incoming, response) => {
    if (incoming.method === "POST") {
      const body = await readBody(incoming);
      const form = new URLSearchParams(body === "too large" ? "" : body?.toString("utf8"));
      const to = form.get("PhoneNumber");
      if (form.get("Action") !== "Publish" || !to) {
        sendReply(response, 400, "text/xml", refusalReply());
        return true;
      }
      texts.push({ to, text: form.get("Message") ?? "", received_at: new Date().toISOString() });
      texts.splice(0, texts.length - MAX_TEXTS);
      sendReply(response, 200, "text/xml", publishReply());
      return true;
    }
    const wantsJson = (incoming.headers.accept ?? "").includes("application/json");
    if (wantsJson) sendReply(response, 200, "application/json", JSON.stringify({ items: texts }));
    else sendReply(response, 200, "text/html; charset=utf-8", textsPage(texts));
    return true;
  };
}

function textsPage(texts: PhoneText[]): string {
  const rows = texts
    .toReversed()
    .map(({ to, text, received_at }) => html`<tr><td>${received_at}</td><td>${to}</td><td>${text}</td></tr>`);
  const table = html`<div class="panel"><table><tr><th>At</th><th>To</th><th>Text</th></tr>${rows}</table></div>`;
  return standInPage(
    "Texts to phones",
    html`<h1>Texts to phones</h1>\n<p>What SNS would have sent.</p>\n${texts.length > 0 ? table : html`<p class="soft">None yet.</p>`}`,
  );
}

function publishReply(): string {
  return `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`;
}

function refusalReply(): string {
  return `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>Only Publish to a PhoneNumber is understood here.</Message></Error></ErrorResponse>`;
}

function sendReply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(body);
}
