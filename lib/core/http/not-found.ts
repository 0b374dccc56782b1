import { ApiError, RECORD, shortened } from "#core/errors.ts";
import { isTenantSlot, lowerWords, slotsOf } from "./contract.ts";

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Adds to a not-found error which record the path names: `Form form_… was not found in this store.` Records that a
 * body names stay unnamed.
 *
 * @param path of the operation, with its slots
 */
export function nameMissingRecord(
  error: unknown,
  path: string,
  params: Values = {},
  query: Values = {},
): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.absent === undefined) return error;
  const slots = slotsOf(path);
  const slot = slotOf(error.absent, slots, path.endsWith("}"));
  if (slot === undefined) return error;
  const { key, slug } = path.endsWith(`{${slot}}`) ? query : {};
  const thing = thingOf(slot);
  const place = placeOf(slots.slice(0, slots.indexOf(slot)), params);
  const text =
    params[slot] === "_" && !key && !slug
      ? `Send ?key=… with _, or the id of the ${thing.toLowerCase()} in its place.`
      : `${thing} ${nameOf(params[slot], key, slug)} was not found${place}.`;
  return new ApiError(error.code, error.status, text, error);
}

/** The slot of the missing record; `ANY_RECORD` is the one that the path names last. */
function slotOf(missing: string, slots: readonly string[], endsWithSlot: boolean): string | undefined {
  if (missing !== RECORD) return slots.findLast((slot) => thingOf(slot).toLowerCase() === missing);
  return slots.findLast((slot) => !isTenantSlot(slot)) ?? (endsWithSlot ? slots.at(-1) : undefined);
}

function nameOf(id = "", key?: string, slug?: string): string {
  if (key) return `with the key ${shortened(key)}`;
  return slug ? `with the slug ${shortened(slug)}` : shortened(id);
}

function placeOf(before: readonly string[], params: Values): string {
  const parent = before.findLast((slot) => !isTenantSlot(slot));
  if (parent) return ` in ${thingOf(parent).toLowerCase()} ${shortened(params[parent] ?? "")}`;
  return before.length > 0 ? " in this store" : "";
}

/** `Promo code` for `promoCodeId`. */
function thingOf(slot: string): string {
  const words = lowerWords(slot.replace(/_?[iI]d$/, ""), " ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
