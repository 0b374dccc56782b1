import { ApiError, GENERAL } from "#core/errors.ts";
import { isTenant } from "./contract.ts";

type Values = Readonly<Record<string, string | undefined>>;

/** Characters of an id or key that a message shows. */
const SHOWN = 100;

/**
 * The same error with the record that the path names: `Form form_… was not found in this store.` What a link's secret
 * stands for is not named, and neither is what a body names.
 *
 * @param path of the operation, with its slots
 */
export function named(error: unknown, path: string, params: Values = {}, query: Values = {}): unknown {
  const plain = error instanceof ApiError && error.message === GENERAL.NOT_FOUND.template;
  const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot);
  const last = slots.at(-1);
  // A slot in the middle of the path stands before what the request is about.
  if (!plain || !last || !path.endsWith(`{${last}}`) || /token/i.test(slots.join())) return error;
  const by = query.key
    ? `with the key ${cut(query.key)}`
    : query.slug
      ? `with the slug ${cut(query.slug)}`
      : "";
  const text = `${thingOf(last)} ${by || cut(params[last] ?? "")} was not found${placeOf(slots.slice(0, -1), params)}.`;
  return new ApiError(error.code, error.status, text);
}

function placeOf(before: readonly string[], params: Values): string {
  const parent = before.findLast((slot) => !isTenant(slot));
  if (parent) return ` in ${thingOf(parent).toLowerCase()} ${cut(params[parent] ?? "")}`;
  return before.length > 0 ? " in this store" : "";
}

/** `Promo code` for `promoCodeId`. */
function thingOf(slot: string): string {
  const words = slot
    .replace(/_?[iI]d$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
