// @ts-check
// What the local stack adds to the reference: below the samples of each operation, a form that sends the request.

import {
  credentialHeaders,
  filledPath,
  listedId,
  NO_DEMO,
  readCalls,
  readDemo,
  slotsOf,
  usualCredential,
  visitorKey,
  withIds,
} from "./caller.js";
import { fieldIds, knownIds, recordPath, rememberAnswer } from "./memory.js";

/** @typedef {import("./caller.js").Call} Call */
/** @typedef {import("./caller.js").Parameter} Parameter */

const CREDENTIALS = {
  none: "nobody",
  visitor: "a visitor of the store",
  owner: "the owner of the demo",
  own: "a token of mine",
};
const NO_ANSWER = "The stack does not answer. Close this, and open it again.";
/** Characters of an answer that are shown. */
const MOST_SHOWN = 100_000;
const STYLE = `
.try { margin: 0 0 .75rem; }
.try summary { font-weight: 600; }
.try form { display: grid; gap: .5rem; padding: .25rem 0; }
.try label { display: grid; gap: .125rem; font-size: .875rem; }
.try label[hidden] { display: none; }
.try textarea { width: 100%; font: .8125rem/1.5 ui-monospace, monospace; }
.try output { display: block; overflow-wrap: anywhere; }
.try output pre { max-height: 28rem; margin: .375rem 0 0; }
`;

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties]
 * @param {(Node | string)[]} children
 */
function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/**
 * @param {HTMLDetailsElement} details
 * @param {Call} call
 * @param {Record<string, string>} demo
 */
async function showForm(details, call, demo) {
  const { method, path, operation } = call;
  const ids = knownIds(demo);
  /** @param {string} label @param {HTMLElement} control */
  const labelled = (label, control) => element("label", {}, label, control);
  /** @type {[string, HTMLInputElement][]} */
  const slots = slotsOf(path).map((name) => {
    const value = ids[recordPath(path, name)] ?? "";
    return [name, element("input", { name, value, required: true, autocomplete: "off" })];
  });
  const parameters = (operation.parameters ?? []).filter((each) => each.in === "query" && !each.deprecated);
  /** @type {[Parameter, HTMLInputElement][]} */
  const query = parameters.map((each) => {
    const { name, required = false, example } = each;
    return [each, element("input", { name, value: String(example ?? ""), required, autocomplete: "off" })];
  });
  const asked = query.filter(([{ required, example }]) => required || example !== undefined);
  const further = query.filter((each) => !asked.includes(each));
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const text =
    type === "application/json"
      ? JSON.stringify(withIds(content?.example ?? {}, fieldIds(ids)), null, 2)
      : "";
  const body = element("textarea", {
    value: text,
    spellcheck: false,
    rows: Math.min(16, text.split("\n").length + 1),
  });
  const files = element("input", { type: "file", multiple: true });
  const credential = element("select");
  for (const [value, words] of Object.entries(CREDENTIALS))
    credential.append(element("option", { value }, words));
  credential.value = usualCredential(call);
  const own = element("input", { type: "password", autocomplete: "off" });
  const ownToken = labelled("token", own);
  const showOwnToken = () => ownToken.toggleAttribute("hidden", credential.value !== "own");
  credential.addEventListener("change", showOwnToken);
  showOwnToken();
  const result = element("output");
  const form = element(
    "form",
    {},
    ...(demo.STORE ? [] : [element("p", { className: "soft" }, NO_DEMO)]),
    ...slots.map(([name, input]) => labelled(name, input)),
    ...asked.map(([{ name }, input]) => labelled(name, input)),
  );
  if (further.length > 0)
    form.append(
      element(
        "details",
        {},
        element("summary", {}, "More parameters"),
        ...further.map(([{ name }, input]) => labelled(name, input)),
      ),
    );
  if (type === "application/json") form.append(labelled("body", body));
  if (type === "multipart/form-data") form.append(labelled("files", files));
  form.append(labelled("as", credential), ownToken, element("button", {}, `Send ${method}`));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // The page asks, because a record that is gone cannot be brought back.
    if (method === "DELETE" && !confirm("This deletes on your local stack. Send it?")) return;
    result.replaceChildren("…");
    const values = Object.fromEntries(slots.map(([name, { value }]) => [name, value]));
    try {
      const headers = await credentialHeaders(credential.value, values, own.value);
      const search = new URLSearchParams(
        query.filter(([, { value }]) => value).map(([{ name }, { value }]) => [name, value]),
      );
      /** @type {BodyInit | undefined} */
      let sent;
      if (type === "application/json") {
        headers["content-type"] = type;
        sent = body.value;
      } else if (type === "multipart/form-data") {
        const parts = new FormData();
        for (const file of files.files ?? []) parts.append("files", file);
        sent = parts;
      }
      const began = performance.now();
      const address = `${filledPath(path, values)}${search.size > 0 ? `?${search}` : ""}`;
      const reply = await fetch(address, {
        method,
        headers,
        redirect: "manual",
        ...(sent ? { body: sent } : {}),
      });
      const answer = await reply.text();
      const took = Math.round(performance.now() - began);
      // The visitor's session has ended: the next press begins another.
      if (reply.status === 401) sessionStorage.removeItem(visitorKey(values));
      if (reply.ok) rememberAnswer(call, (await readCalls()).values(), values, parsedJson(answer), demo);
      showAnswer(result, reply, answer, took);
    } catch (error) {
      result.replaceChildren(error instanceof Error ? error.message : String(error));
    }
  });
  details.append(form, result);
  for (const [name, input] of slots) {
    if (input.value) continue;
    const values = Object.fromEntries(slots.map(([each, { value }]) => [each, value]));
    const id = await listedId(call, name, values).catch(() => undefined);
    if (id && !input.value) input.value = id;
  }
}

/** @param {string} text */
function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Some answers are files.
    return undefined;
  }
}

/**
 * @param {HTMLOutputElement} result
 * @param {Response} reply
 * @param {string} answer
 * @param {number} took milliseconds
 */
function showAnswer(result, reply, answer, took) {
  const status = reply.type === "opaqueredirect" ? "A redirect" : `${reply.status} ${reply.statusText}`;
  const id = reply.headers.get("x-request-id");
  const parsed = parsedJson(answer);
  const shown = parsed === undefined ? answer : JSON.stringify(parsed, null, 2);
  const line = element("span", {}, [status, `${took} ms`, ...(id ? [`request ${id}`] : [])].join(" · "));
  const block = element("pre", { tabIndex: 0 }, element("code", {}, shown.slice(0, MOST_SHOWN)));
  result.replaceChildren(line, ...(shown ? [block] : []));
}

document.head.append(element("style", {}, STYLE));
for (const section of document.querySelectorAll(".operation")) {
  const details = element("details", { className: "try" }, element("summary", {}, "Try it"));
  const samples = section.querySelector(".samples");
  const answer = samples?.querySelector("h4");
  if (answer) answer.before(details);
  else samples?.append(details);
  const line = element("p", { className: "soft", role: "status" });
  let opening = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || opening || details.querySelector("form")) return;
    opening = true;
    try {
      const [all, demo] = await Promise.all([readCalls(), readDemo()]);
      line.remove();
      const call = [...all.values()].find(({ operation }) => operation.operationId === section.id);
      if (call) await showForm(details, call, demo);
    } catch {
      line.textContent = NO_ANSWER;
      details.append(line);
    } finally {
      opening = false;
    }
  });
}
