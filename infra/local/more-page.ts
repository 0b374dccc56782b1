import { html, joinHtml, type SafeHtml } from "#core/html.ts";
import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import type { Addresses } from "#infra/local/addresses.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { page } from "./pages/layout.ts";

/** Everything that the home page leaves out: further pages, addresses, operations and workers. */
export function morePage({ addresses, manifest }: { addresses: Addresses; manifest: Manifest }): string {
  const { api, webhooks, social, aws } = addresses;
  return page(
    "All that runs here",
    html`<h1>All that runs here</h1>
<p>The whole system is on this machine: the API, its functions, and stand-ins for every AWS service it uses.</p>
<ul class="cards">
${linkItem(webhooks, "Webhooks", "A place to send events to, and to look at them")}
${linkItem(`${social}/`, "Sandbox network", "What was posted to social accounts, and comments to write")}
${linkItem("/_app", "Sign-in pages", "What a front end does with accounts, and the pages that links in mails lead to")}
${linkItem("/_phone", "Texts", "Every message that would have gone to a phone")}
${linkItem("/v1/openapi.json", "OpenAPI document", "For clients, tests and tools")}
</ul>
<h2>Addresses</h2>
${table([
  ["API", code(api)],
  ["DynamoDB", code(aws.dynamodb)],
  ["S3", code(aws.s3)],
  ["SQS", code(aws.sqs)],
  ["SES", code(aws.ses)],
])}
<h2>Operations <span class="soft">${manifest.operations.length}</span></h2>
${groupsByDomain(manifest.operations, operationRow)}
<h2>Workers <span class="soft">${manifest.workers.length}</span></h2>
${groupsByDomain(manifest.workers, workerRow)}`,
  );
}

function linkItem(address: string, name: string, what: string): SafeHtml {
  return html`<li><a href="${address}"><strong>${name}</strong><span>${what}</span></a></li>`;
}

function code(text: string): SafeHtml {
  return html`<code>${text}</code>`;
}

function table(rows: [string, SafeHtml][]): SafeHtml {
  const lines = rows.map(([head, cell]) => html`<tr><th scope="row">${head}</th><td>${cell}</td></tr>`);
  return html`<div class="panel"><table>${lines}</table></div>`;
}

function groupsByDomain<T extends { domain: string }>(
  units: readonly T[],
  row: (unit: T) => [SafeHtml, string],
): SafeHtml {
  if (units.length === 0) return html`<p class="soft">None yet.</p>`;
  const domains = [...new Set(units.map(({ domain }) => domain))];
  const lists = domains.map((domain) => {
    const own = units.filter((unit) => unit.domain === domain);
    const rows = own.map((unit) => row(unit));
    const lines = rows.map(
      ([address, what]) => html`<tr><td>${address}</td><td class="soft">${what}</td></tr>`,
    );
    const count = html`<span class="soft">${own.length}</span>`;
    return html`<details><summary>${domain} ${count}</summary><table>${lines}</table></details>`;
  });
  return joinHtml(lists, "\n");
}

function operationRow({ method, path, summary }: Operation): [SafeHtml, string] {
  return [html`<span class="badge">${method}</span> ${code(path)}`, summary];
}

function workerRow({ id, summary, trigger }: Worker): [SafeHtml, string] {
  return [html`<span class="badge">${trigger.kind}</span> ${code(id)}`, summary];
}
