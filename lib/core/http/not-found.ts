import { ANY_RECORD, ApiError, shorten } from "#core/errors.ts";
import { isTenantSlot, lowerWords, slotsOf } from "./contract.ts";

type PathValues = Readonly<Record<string, string | undefined>>;

/**
 * Adds to a not-found error which record the path names: `Form form_… was not found in this store.` Records that a
 * body names stay unnamed.
 *
 * @param path of the operation, with its slots
 */
export function nameMissingRecord(
  error: unknown,
  path: string,
  params: PathValues = {},
  query: PathValues = {},
): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.absent === undefined) return error;
  const slots = slotsOf(path);
  const slot = slotOf(error.absent, slots, path.endsWith("}"));
  if (slot === undefined) return error;
  const { key, slug } = path.endsWith(`{${slot}}`) ? query : {};
  const thing = kindName(slot);
  const place = parentText(slots.slice(0, slots.indexOf(slot)), params);
  const text =
    params[slot] === "_" && !key && !slug
      ? `Send ?key=… with _, or the id of the ${thing.toLowerCase()} in its place.`
      : `${thing} ${recordText(params[slot], key, slug)} was not found${place}.`;
  return new ApiError(error.code, error.status, text, error);
}

/** The slot of the missing record; `ANY_RECORD` is the one that the path names last. */
function slotOf(missing: string, slots: readonly string[], endsWithSlot: boolean): string | undefined {
  if (missing !== ANY_RECORD) return slots.findLast((slot) => kindName(slot).toLowerCase() === missing);
  return slots.findLast((slot) => !isTenantSlot(slot)) ?? (endsWithSlot ? slots.at(-1) : undefined);
}

function recordText(id = "", key?: string, slug?: string): string {
  if (key) return `with the key ${shorten(key)}`;
  return slug ? `with the slug ${shorten(slug)}` : shorten(id);
}

function parentText(before: readonly string[], params: PathValues): string {
  const parent = before.findLast((slot) => !isTenantSlot(slot));
  if (parent) return ` in ${kindName(parent).toLowerCase()} ${shorten(params[parent] ?? "")}`;
  return before.length > 0 ? " in this store" : "";
}

/** `Promo code` for `promoCodeId`. */
function kindName(slot: string): string {
  const words = lowerWords(slot.replace(/_?[iI]d$/, ""), " ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
