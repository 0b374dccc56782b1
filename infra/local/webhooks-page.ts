import { html, joinHtml, type SafeHtml } from "#core/html.ts";
import type { ReceivedWebhook } from "#infra/local/webhooks.ts";
import { page } from "./pages/layout.ts";

// A script that replaces the list only when a request arrived, and leaves expanded entries expanded.
const REFRESH_SCRIPT = `
const list = document.getElementById("received");
const live = document.getElementById("live");
let newest = list.dataset.newest;
async function refresh() {
  try {
    const reply = await fetch(location.href, { headers: { accept: "text/html" } });
    const next = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("received");
    if (next.dataset.newest !== newest) {
      const open = new Set([...list.querySelectorAll("details[open]")].map(({ id }) => id));
      for (const details of next.querySelectorAll("details")) details.open = open.has(details.id);
      list.innerHTML = next.innerHTML;
      newest = next.dataset.newest;
      live.textContent = "A request came in.";
    }
  } catch {
    live.textContent = "The stack does not answer.";
  }
  setTimeout(refresh, 1000);
}
setTimeout(refresh, 1000);
document.getElementById("clear").addEventListener("click", async () => {
  await fetch("/_local/webhooks", { method: "DELETE" });
  location.reload();
});
`;

export function webhooksPage(received: readonly ReceivedWebhook[], name: string): string {
  const own = name || "orders";
  return page(
    name ? `Webhooks: ${name}` : "Webhooks",
    html`<h1>Webhooks${name ? `: ${name}` : ""}</h1>
<p>Send anything to <code>/_local/webhooks/${own}</code>, under any name, and it appears here.
Add <code>?status=500</code> to be refused, <code>?delay=5</code> to be kept waiting for seconds, <code>?retry_after=30</code> to be told when to come back.</p>
<div class="row"><button id="clear" type="button">Forget all</button><span id="live" class="soft" role="status" aria-live="polite"></span>${name && html`<a href="/_local/webhooks">All names</a>`}</div>
<div id="received" data-newest="${received[0]?.id ?? 0}">
${received.length > 0 ? joinHtml(received.map(webhookEntry), "\n") : html`<p class="soft" style="margin-top:2rem">Nothing came yet.</p>`}
</div>`,
    { script: REFRESH_SCRIPT },
  );
}

function webhookEntry({
  id,
  name,
  method,
  query,
  headers,
  body,
  status,
  received_at,
}: ReceivedWebhook): SafeHtml {
  const className = status < 300 ? "good" : "bad";
  const type = eventTypeOf(body);
  return html`<details id="r${id}"><summary><span class="row" style="display:inline-flex;width:calc(100% - 1.5rem)">
<span class="badge">${method}</span><strong>${name || "(no name)"}</strong>${type && html`<code>${type}</code>`}
<span class="badge ${className}">${status}</span><time datetime="${received_at}">${received_at.slice(11, 23)} UTC</time></span></summary>
<div>
<h3>Body</h3><pre tabindex="0">${formatBody(body) || html`<span class="soft">empty</span>`}</pre>
<h3>Headers</h3><pre tabindex="0">${Object.entries(headers)
    .map(([header, value]) => `${header}: ${value}`)
    .join("\n")}</pre>
${query && html`<h3>Query</h3><pre tabindex="0">${query}</pre>`}
</div></details>`;
}

function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function eventTypeOf(body: string): string | undefined {
  try {
    const { type }: { type?: unknown } = JSON.parse(body) ?? {};
    return typeof type === "string" ? type : undefined;
  } catch {
    return undefined;
  }
}
