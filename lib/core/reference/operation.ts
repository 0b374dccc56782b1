import { html, joinHtml, type SafeHtml } from "#core/html.ts";
import { asObject, fieldList, type Json, parameterItem, type SchemaLookup } from "./fields.ts";
import { codeBlock, htmlTable, inlineHtml } from "./markdown.ts";

export interface PathOperation {
  method: string;
  path: string;
  operation: Json;
}

/** The documentation of an operation: parameters, body, answer, errors, and a call to copy. */
export function operationHtml({ method, path, operation }: PathOperation, lookup: SchemaLookup): SafeHtml {
  const { operationId, summary, description, parameters, requestBody } = operation;
  const all = (Array.isArray(parameters) ? parameters : []).map(asObject);
  const list = (where: string, title: string) => {
    const own = all.filter((each) => each.in === where);
    return (
      own.length > 0 &&
      html`<h3>${title}</h3><ul class="fields">${own.map((each) => parameterItem(each, lookup))}</ul>`
    );
  };
  const body = contentOf(requestBody);
  const answer = successOf(operation);
  const fields = fieldList(answer.content.schema, lookup);
  const parts = [
    html`<section class="operation" id="${String(operationId)}">`,
    html`<h2>${String(summary)}</h2>`,
    html`<p class="call"><span class="method">${method}</span> <code>${breakablePath(path)}</code></p>`,
    ...String(description ?? "")
      .split("\n\n")
      .map((part) => html`<p>${inlineHtml(part)}</p>`),
    html`<div class="sides"><div>`,
    list("path", "In the path"),
    list("query", "In the query"),
    list("header", "Headers"),
    Boolean(body.schema) &&
      html`<h3>Body</h3>${fieldList(body.schema, lookup) ?? html`<p class="soft">Bytes as they are.</p>`}`,
    html`<h3>Answer <span class="soft">${answer.status}</span></h3>`,
    fields ?? html`<p class="soft">${answer.type || "No body."}</p>`,
    emitsOf(operation),
    errorsOf(operation),
    html`</div><div class="samples">`,
    codeBlock(curlOf({ method, path, operation })),
    answer.content.example !== undefined && codeBlock(JSON.stringify(answer.content.example, null, 2)),
    html`</div></div></section>`,
  ];
  return joinHtml(parts, "\n");
}

/** A path in which a line may break only after a slash. */
export function breakablePath(path: string): SafeHtml {
  return joinHtml(path.split("/"), html`/<wbr>`);
}

function emitsOf(operation: Json): SafeHtml | undefined {
  const events = operation["x-emits"];
  if (!Array.isArray(events)) return;
  const codes = events.map((each) => html`<code>${String(each)}</code>`);
  return html`<h3>Events</h3><p>${joinHtml(codes, " ")}</p>`;
}

function errorsOf({ responses }: Json): SafeHtml | undefined {
  const rows = Object.entries(asObject(responses)).flatMap(([status, response]) => {
    const content = asObject(asObject(asObject(response).content)["application/json"]);
    return Object.entries(asObject(content.examples)).map(([name, example]) => {
      const { message } = asObject(asObject(example).value);
      const [domain, ...rest] = name.split(".");
      return [html`<code>${domain}.<wbr>${rest.join(".")}</code>`, status, String(message)];
    });
  });
  if (rows.length === 0) return;
  return html`<details class="errors"><summary>Errors <span class="soft">${rows.length}</span></summary>${htmlTable(["code", "status", "message"], rows)}</details>`;
}

/** A call to paste into a shell. */
function curlOf({ method, path, operation }: PathOperation): string {
  const { content, type } = bodyOf(operation);
  const open = Array.isArray(operation.security) && operation.security.length === 0;
  const example = content.example === undefined ? undefined : JSON.stringify(content.example, null, 2);
  const files =
    Object.keys(asObject(asObject(content.example))).includes("files") || type === "multipart/form-data";
  const parts = [
    `curl -sS${method === "GET" || method === "POST" ? "" : ` -X ${method}`} "$API${path.replace(/\{(\w+)\}/g, (_, slot: string) => `$${variableName(slot)}`)}"`,
    open ? "" : '-H "authorization: Bearer $TOKEN"',
    files ? "-F files=@picture.jpg" : "",
    example !== undefined && !files
      ? `-H "content-type: application/json" -d '${example.replaceAll("'", "'\\''")}'`
      : "",
    example === undefined && method === "POST" && !files ? "-X POST" : "",
  ];
  return parts.filter(Boolean).join(" \\\n  ");
}

/** `STORE` for `storeId`; a business is the same tenant. */
function variableName(slot: string): string {
  const name = slot.replace(/Id$/, "").replace(/([a-z])([A-Z])/g, "$1_$2");
  return name.toUpperCase() === "BUSINESS" ? "STORE" : name.toUpperCase();
}

function bodyOf({ requestBody }: Json): { type: string; content: Json } {
  const [type = "", content] = Object.entries(asObject(asObject(requestBody).content))[0] ?? [];
  return { type, content: asObject(content) };
}

function contentOf(requestBody: unknown): Json {
  return bodyOf({ requestBody }).content;
}

function successOf({ responses }: Json): { status: string; type: string; content: Json } {
  const [status = "", response] =
    Object.entries(asObject(responses)).find(([answered]) => /^[23]/.test(answered)) ?? [];
  const [type = "", content] = Object.entries(asObject(asObject(response).content))[0] ?? [];
  return { status, type, content: asObject(content) };
}
