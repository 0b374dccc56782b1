import { html, type SafeHtml, trustedHtml } from "#core/html.ts";
import { asObject, type Json, lookupIn } from "./fields.ts";
import { anchorOf, markdown } from "./markdown.ts";
import { breakablePath, operationHtml } from "./operation.ts";
import { FIRST_PAGE } from "./reply.ts";
import type { PathOperation } from "./sample-request.ts";
import { PAGE_SCRIPT } from "./script.ts";
import { SEARCH_FILE, searchEntries } from "./search-entries.ts";
import { REFERENCE_STYLE } from "./style.ts";

/** A page of the reference: its name in URLs, its title, and its HTML without head and menu. */
interface Page {
  name: string;
  title: string;
  kind: "guide" | "domain" | "start";
  content: () => SafeHtml;
  parts: { id: string; title: string }[];
}

/**
 * The reference as pages of HTML by name: one for every part of the introduction and for every domain, so that each
 * is small and readable without a script. `{api}` stands for the URL of the API.
 *
 * @param document of OpenAPI
 * @param guides Markdown of further guides, each with a heading of the first level
 * @param pictures HTML to put above a domain's table, by the heading of the table's first column
 */
export function referenceSite(
  document: Json,
  guides: readonly string[],
  pictures: ReadonlyMap<string, SafeHtml> = new Map(),
): Record<string, string> {
  const introduction = String(asObject(document.info).description);
  const [opening = "", ...parts] = introduction.split(/^(?=# )/m);
  const domains = domainsOf(document);
  const all: Page[] = [
    startPage(opening, domains),
    ...[...parts, ...guides].map(guidePage),
    ...domains.map((domain) => domainPage(domain, document, pictures)),
  ];
  const texts = [
    ...[...parts, ...guides].map((text) => ({ name: anchorOf(titleOf(text)), text })),
    ...domains.map(({ name, description: text }) => ({ name, text })),
  ];
  return lazyValues([
    ...all.map((page) => [page.name, () => framedPage(page, all).toString()] as const),
    [SEARCH_FILE, () => JSON.stringify(searchEntries(document, domains, texts))],
  ]);
}

/** Values that are made when they are first read, so that a reader of one page does not wait for the others. */
function lazyValues(
  makers: readonly (readonly [name: string, make: () => string])[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, make] of makers) {
    let value: string | undefined;
    Object.defineProperty(values, name, { enumerable: true, get: () => (value ??= make()) });
  }
  return values;
}

interface Domain {
  name: string;
  description: string;
  operations: PathOperation[];
}

function domainsOf({ tags, paths }: Json): Domain[] {
  const operations = Object.entries(asObject(paths)).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: asObject(operation),
    })),
  );
  return (Array.isArray(tags) ? tags : []).map(asObject).map(({ name, description }) => ({
    name: String(name),
    description: String(description),
    operations: operations.filter(({ operation }) => [operation.tags].flat().includes(name)),
  }));
}

function startPage(opening: string, domains: readonly Domain[]): Page {
  const lists = () =>
    domains.map(
      ({ name, operations }) =>
        html`<h2 id="${name}"><a href="/v1/reference/${name}">${name}</a></h2><ul class="index">${operations.map((each) => operationRow(name, each))}</ul>`,
    );
  const content = () =>
    html`<h1>API reference</h1>${markdown(opening)}<p><a href="/v1/openapi.json">OpenAPI document</a> · <a href="/llms.txt">Text for language models</a></p>${lists()}`;
  return { name: FIRST_PAGE, title: "API reference", kind: "start", content, parts: [] };
}

function operationRow(domain: string, { method, path, operation }: PathOperation): SafeHtml {
  const { operationId, summary } = operation;
  return html`<li><a href="/v1/reference/${domain}#${String(operationId)}">${String(summary)}</a><br><small class="soft"><span class="method">${method}</span> ${breakablePath(path)}</small></li>`;
}

function guidePage(text: string): Page {
  const title = titleOf(text);
  return {
    name: anchorOf(title),
    title,
    kind: "guide",
    content: () => markdown(text, { link: pageLink }),
    parts: partsOf(text),
  };
}

function domainPage(
  { name, description, operations }: Domain,
  document: Json,
  pictures: ReadonlyMap<string, SafeHtml>,
): Page {
  const lookup = lookupIn(document);
  const own = () => operations.map((each) => operationHtml(each, lookup));
  const content = () =>
    html`${markdown(description, { link: pageLink, pictures })}<h2 id="operations">Operations</h2><ul class="index">${operations.map((each) => operationRow(name, each))}</ul>${own()}`;
  const parts = operations.map(({ operation }) => ({
    id: String(operation.operationId),
    title: String(operation.summary),
  }));
  return {
    name,
    title: titleOf(description) || name,
    kind: "domain",
    content,
    parts: [...partsOf(description), ...parts],
  };
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}

function partsOf(text: string): Page["parts"] {
  const plain = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...plain.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => ({ id: anchorOf(title), title }));
}

/** Links to files of the repository become links to pages here: guides of domains by name, these by title. */
const GUIDE_PAGES: Record<string, string> = {
  "lib/core/concepts.md": "concepts",
  "lib/core/coming-from.md": "coming-from-another-system",
  "lib/core/changes.md": "changes",
  "lib/core/security.md": "security",
  "lib/core/guide.md": "the-wire",
  "lib/client/guide.md": "client",
  "infra/guide.md": "deploy-and-operate",
};

function pageLink(address: string): string | undefined {
  if (/^https?:/.test(address)) return address;
  const [, file = "", part = ""] = /^([^#]*)(#.*)?$/.exec(address) ?? [];
  const name = GUIDE_PAGES[file] ?? /([\w-]+)\/guide\.md$/.exec(file)?.[1];
  return name && `/v1/reference/${name}${part}`;
}

/** The script shows it. */
const SEARCH = html`<search hidden><label for="find">Search</label><input id="find" type="search" autocomplete="off" placeholder="/" aria-controls="found"><p class="soft" role="status"></p><div id="found" hidden></div></search>`;

function framedPage({ name, title, content, parts }: Page, all: readonly Page[]): SafeHtml {
  const entries = (kind: Page["kind"]) =>
    all.filter((each) => each.kind === kind).map((each) => entry(each, each.name === name ? parts : []));
  const current = (each: Page) => each.name === name && html` aria-current="page"`;
  const entry = (each: Page, below: Page["parts"]) => {
    const inside = below.map((part) => html`<li><a href="#${part.id}">${part.title}</a></li>`);
    const shown = each.kind === "domain" ? each.name : each.title;
    return html`<li><a href="/v1/reference/${each.name}"${current(each)}>${shown}</a>${inside.length > 0 && html`<ul>${inside}</ul>`}</li>`;
  };
  // The style and the script below are ours.
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${trustedHtml(REFERENCE_STYLE)}</style>`;
  const menu = html`<a class="brand" href="/v1/reference">API reference</a><h2>Guides</h2><ul>${entries("guide")}</ul><h2>Operations</h2><ul>${entries("domain")}</ul>`;
  return html`<!doctype html><html lang="en"><head>${head}</head><body><div class="side">${SEARCH}<nav id="pages" aria-label="Pages">${menu}</nav></div><main><p class="all"><a href="#pages">All pages</a></p>${content()}</main><script>${trustedHtml(PAGE_SCRIPT)}</script></body></html>`;
}
