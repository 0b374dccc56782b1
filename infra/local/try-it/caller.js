// @ts-check
// What a request of the reference needs: the operations of the document, the demo, a credential.

import { forgetOtherDemo, VISITOR_PREFIX } from "./memory.js";

/** @typedef {{ name: string, in: string, required?: boolean, deprecated?: boolean, example?: unknown }} Parameter */
/** @typedef {{ content: Record<string, { example?: unknown }> }} RequestBody */
/**
 * @typedef {{
 *   operationId: string,
 *   parameters?: Parameter[],
 *   requestBody?: RequestBody,
 *   "x-permission"?: string,
 * }} Operation
 */
/** @typedef {{ method: string, path: string, operation: Operation }} Call */

export const NO_DEMO = "There is no demo yet. Run npm run seed, or type ids of your own.";

/** @type {Promise<Map<string, Call>> | undefined} */
let calls;

/** The operations of the document, by method and path. */
export function readCalls() {
  calls ??= fetchCalls().catch((error) => {
    // The next caller tries again.
    calls = undefined;
    throw error;
  });
  return calls;
}

async function fetchCalls() {
  const { paths } = await readJson("/v1/openapi.json");
  /** @type {Map<string, Call>} */
  const found = new Map();
  for (const [path, methods] of Object.entries(paths))
    for (const [name, operation] of Object.entries(methods)) {
      const method = name.toUpperCase();
      found.set(`${method} ${path}`, { method, path, operation });
    }
  return found;
}

/**
 * The variables of the demo. What the tab kept of another demo is forgotten.
 * @returns {Promise<Record<string, string>>}
 */
export async function readDemo() {
  const demo = await readJson("/_local/demo");
  forgetOtherDemo(demo.STORE ?? "");
  return demo;
}

/** @param {string} path */
async function readJson(path) {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`);
  return reply.json();
}

/**
 * @param {string} path
 * @param {Record<string, string>} values
 */
export function filledPath(path, values) {
  return path.replace(/\{(\w+)\}/g, (_, slot) => encodeURIComponent(values[slot] ?? ""));
}

/** @param {string} path */
export function slotsOf(path) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot);
}

/**
 * An example body in which fields such as `product_id` and `provider_ids` have the ids that are known.
 * @param {unknown} value
 * @param {Record<string, string>} ids by slot
 * @param {string} [id] of the field that holds the value
 * @returns {unknown}
 */
export function withIds(value, ids, id) {
  if (typeof value === "string") return id || value;
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids, id));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => {
    return [name, withIds(inner, ids, ids[name.replace(/(_id|Id)s?$/, "Id")])];
  });
  return Object.fromEntries(fields);
}

/** @param {Call} call */
export function usualCredential({ path, operation }) {
  const needs = operation["x-permission"];
  if (needs === "visitor" || (needs === "public" && path.startsWith("/v1/storefront/{storeId}/")))
    return "visitor";
  return needs === undefined || needs === "none" || needs === "public" ? "none" : "owner";
}

/** @param {Record<string, string>} values ids by slot */
export function visitorKey({ storeId, businessId }) {
  return `${VISITOR_PREFIX}${storeId ?? businessId}`;
}

/**
 * The token of a visitor of the store, whose session is kept for this tab.
 * @param {Record<string, string>} values ids by slot
 */
async function visitorToken(values) {
  const storeId = values.storeId ?? values.businessId ?? (await readDemo()).STORE ?? "";
  const key = visitorKey(values);
  const kept = sessionStorage.getItem(key);
  if (kept) return kept;
  const reply = await fetch(`/v1/storefront/${encodeURIComponent(storeId)}/account/identify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ market: "eu" }),
  });
  const { token, message } = await reply.json();
  if (!reply.ok) throw new Error(`No visitor's session: ${message}`);
  sessionStorage.setItem(key, token.token);
  return token.token;
}

/**
 * @param {string} credential
 * @param {Record<string, string>} values ids by slot
 * @param {string} own
 * @returns {Promise<Record<string, string>>}
 */
export async function credentialHeaders(credential, values, own) {
  if (credential === "none") return {};
  if (credential === "own") return { authorization: `Bearer ${own}` };
  if (credential === "visitor") return { authorization: `Bearer ${await visitorToken(values)}` };
  const { TOKEN } = await readDemo();
  if (!TOKEN) throw new Error(NO_DEMO);
  return { authorization: `Bearer ${TOKEN}` };
}

/**
 * An id for a slot that is empty yet: the first of the list above it, or the visitor's current record.
 * @param {Call} call
 * @param {string} slot
 * @param {Record<string, string>} values
 */
export async function listedId({ path, operation, method }, slot, values) {
  const above = path.slice(0, path.indexOf(`/{${slot}}`));
  if (slotsOf(above).some((each) => !values[each])) return undefined;
  const all = await readCalls();
  const list = all.get(`GET ${above}`);
  const current = all.get(`POST ${above}/current`);
  const source = list ?? current;
  if (!source) return undefined;
  const usual = usualCredential({ method, path, operation });
  const headers = await credentialHeaders(usual === "none" ? usualCredential(source) : usual, values, "");
  const reply = list
    ? await fetch(`${filledPath(above, values)}?limit=1`, { headers })
    : await fetch(`${filledPath(above, values)}/current`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ market: "eu" }),
      });
  if (!reply.ok) return undefined;
  const answer = await reply.json();
  // A cart has `items` too, which are no list of carts.
  const [first] = list ? (answer.items ?? answer.data ?? answer) : [answer];
  return typeof first?.id === "string" ? first.id : undefined;
}
