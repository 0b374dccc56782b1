import { html, joinHtml, type SafeHtml } from "#core/html.ts";
import { clientSample } from "./client-sample.ts";
import { curlSample } from "./curl-sample.ts";
import { asObject, fieldList, type Json, parameterList, type SchemaLookup } from "./fields.ts";
import { htmlTable, inlineHtml } from "./markdown.ts";
import { bodyOf, type PathOperation, parametersOf, sampleRequest, successOf } from "./sample-request.ts";

/** The documentation of an operation: parameters, body, answer, errors, and a call to copy. */
export function operationHtml({ method, path, operation }: PathOperation, lookup: SchemaLookup): SafeHtml {
  const { operationId, summary, description } = operation;
  const list = (where: string, title: string) => {
    const own = parametersOf(operation).filter((each) => each.in === where);
    return own.length > 0 && html`<h3>${title}</h3>${parameterList(own, lookup)}`;
  };
  const { content: body } = bodyOf(operation);
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
    html`</div>`,
    samplesOf({ method, path, operation }, lookup),
    html`</div></section>`,
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

/** The samples in both languages as tabs that need no script, and the answer below them. */
function samplesOf(each: PathOperation, lookup: SchemaLookup): SafeHtml {
  const request = sampleRequest(each, lookup);
  const group = `${String(each.operation.operationId)}-sample`;
  const tab = (value: string, text: string, checked: boolean) =>
    html`<label><input type="radio" name="${group}" value="${value}"${checked && html` checked`}>${text}</label>`;
  const { example } = successOf(each.operation).content;
  return html`<div class="samples" tabindex="0"><fieldset class="tabs"><legend>Sample</legend>${tab("curl", "curl", true)}${tab("typescript", "TypeScript", false)}</fieldset>
<pre class="curl"><code>${curlSample(request)}</code></pre>
<pre class="typescript"><code>${clientSample(request)}</code></pre>
${example !== undefined && html`<h4>Answer</h4><pre class="answer" tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`}</div>`;
}
