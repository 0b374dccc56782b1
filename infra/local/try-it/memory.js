// @ts-check
// What a tab keeps for the next requests of the reference: ids of records, and the sessions of visitors.

/** @typedef {import("./caller.js").Call} Call */
/** @typedef {Record<string, string>} Ids by the path of their record, such as `/products/{productId}` */

/** Begins the names of kept tokens of visitors. */
export const VISITOR_PREFIX = "reference-visitor:";
const IDS_NAME = "reference-ids";
const DEMO_NAME = "reference-demo";
const STORE = "{storeId}";

/**
 * Variables of the demo that are ids.
 * @type {[record: string, variable: string][]}
 */
const DEMO_IDS = [
  [STORE, "STORE"],
  ["/products/{productId}", "MUG"],
  ["/variants/{variantId}", "VARIANT"],
  ["/services/{serviceId}", "TASTING"],
  ["/providers/{providerId}", "PROVIDER"],
  ["/support/conversations/{conversationId}", "CONVERSATION"],
  ["/social-publications/{publicationId}", "PUBLICATION"],
];

/**
 * The path of the record that a slot means, without the part of the store. Slots alone are no names: `providerId` is a
 * provider of bookings or of payments.
 * @param {string} path
 * @param {string} slot
 */
export function recordPath(path, slot) {
  if (slot === "storeId" || slot === "businessId") return STORE;
  const end = path.indexOf(`/{${slot}}`);
  const above = path.slice(0, end).replace(/^\/v1(\/(stores|businesses|storefront)(\/\{\w+\})?)?(?=\/)/, "");
  return `${above}/{${slot}}`;
}

/**
 * The ids of the demo, and those that answers brought in this tab. An empty one is of a record that was deleted.
 * @param {Record<string, string>} demo its variables
 * @returns {Ids}
 */
export function knownIds(demo) {
  const ofDemo = DEMO_IDS.flatMap(([record, name]) => (demo[name] ? [[record, demo[name]]] : []));
  return { ...Object.fromEntries(ofDemo), ...keptIds() };
}

/**
 * Known ids by the names that fields of a body have, where `provider_id` is always a provider of bookings.
 * @param {Ids} known
 * @returns {Record<string, string>}
 */
export function fieldIds(known) {
  const pairs = Object.entries(known).flatMap(([record, id]) => {
    const slot = record.slice(record.lastIndexOf("{") + 1, -1);
    if (record === "/payment-providers/{providerId}") return [];
    return slot === "storeId"
      ? [
          [slot, id],
          ["businessId", id],
        ]
      : [[slot, id]];
  });
  return Object.fromEntries(pairs);
}

/**
 * Keeps what a good answer says for later requests: the id of a record or that it is gone, and the token of a visitor.
 * @param {Call} call
 * @param {Iterable<Call>} calls all of them
 * @param {Record<string, string>} values ids of the path by slot
 * @param {unknown} answer
 * @param {Record<string, string>} demo
 */
export function rememberAnswer({ method, path }, calls, values, answer, demo) {
  const { id, token } = Object(answer);
  if (/^\/v1\/storefront\/\{storeId\}\/account\/(identify|verify)$/.test(path) && token)
    sessionStorage.setItem(`${VISITOR_PREFIX}${values.storeId}`, token.token);
  if (method === "DELETE") return forgetId(path, values, demo);
  // An order that answers the wish to return it is no return.
  if (typeof id !== "string" || Object.values(values).includes(id)) return;
  const list = path.replace(/\/current$/, "");
  const record = [...calls].find(({ path: other }) => other.startsWith(`${list}/{`))?.path;
  const slot = record && /^\{(\w+)\}/.exec(record.slice(list.length + 1))?.[1];
  if (record && slot) keepId(recordPath(record, slot), id);
}

/**
 * Forgets the ids and visitors of another demo.
 * @param {string} store that of the demo; empty without one
 */
export function forgetOtherDemo(store) {
  if ((sessionStorage.getItem(DEMO_NAME) ?? "") === store) return;
  for (const name of Object.keys(sessionStorage))
    if (name === IDS_NAME || name.startsWith(VISITOR_PREFIX)) sessionStorage.removeItem(name);
  sessionStorage.setItem(DEMO_NAME, store);
}

/**
 * @param {string} path that ends with the slot of a record which was deleted
 * @param {Record<string, string>} values
 * @param {Record<string, string>} demo
 */
function forgetId(path, values, demo) {
  const slot = /\/\{(\w+)\}$/.exec(path)?.[1];
  if (!slot) return;
  const record = recordPath(path, slot);
  if (knownIds(demo)[record] === values[slot]) keepId(record, "");
}

/** @param {string} record @param {string} id */
function keepId(record, id) {
  sessionStorage.setItem(IDS_NAME, JSON.stringify({ ...keptIds(), [record]: id }));
}

/** @returns {Ids} */
function keptIds() {
  return JSON.parse(sessionStorage.getItem(IDS_NAME) ?? "{}");
}
