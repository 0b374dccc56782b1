import type { Context } from "#core/context.ts";
import { ApiError, refuse } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import type { ItemInput } from "./request-schema.ts";
import { type CartLine, MAX_LINES, MAX_OF_ONE, MAX_SLOTS } from "./schema.ts";

/** Whose lines they are: operators may set prices, visitors may not. */
export type CartRole = "visitor" | "operator";

/** Lines as they are stored, from what was sent; those of one variant are one, unless their prices differ. */
export function linesFrom(
  ctx: Context,
  items: readonly ItemInput[],
  before: readonly CartLine[],
  side: CartRole,
): CartLine[] {
  const known = new Map(before.map((line) => [line.id, line]));
  const lines = items.map((item): CartLine => {
    const old = item.id ? known.get(item.id) : undefined;
    const same = old && isSame(old, item) ? old : before.find((line) => isSame(line, item));
    const id = old && old === same ? old.id : newId("line", ctx.clock());
    if (item.type === "service") {
      return { ...item, id, added_price: same?.added_price ?? null };
    }
    const price = side === "operator" ? item.price : null;
    return { ...item, id, price, added_price: same?.added_price ?? null };
  });
  return checked(mergeLines(lines));
}

/** Lines with one more. */
export function withItem(
  ctx: Context,
  before: readonly CartLine[],
  item: ItemInput,
  side: CartRole,
): CartLine[] {
  const [line] = linesFrom(ctx, [{ ...item, id: null }], [], side);
  return line ? checked(mergeLines([...before, line])) : [...before];
}

/** Lines of one variant as one, in the place of the first. */
export function mergeLines(lines: readonly CartLine[]): CartLine[] {
  const kept: CartLine[] = [];
  for (const line of lines) {
    const index = kept.findIndex((other) => isMergeable(other, line));
    const twin = kept[index];
    if (twin?.type === "product" && line.type === "product")
      kept[index] = { ...twin, quantity: twin.quantity + line.quantity };
    else kept.push(line);
  }
  return kept;
}

/** Whether lines of goods are of one variant at one price, so that they are one line. */
export function isMergeable<T extends CartLine | ItemInput>(one: T, other: T): boolean {
  if (one.type !== "product" || other.type !== "product") return false;
  return (
    one.variant_id === other.variant_id && one.product_id === other.product_id && one.price === other.price
  );
}

function isSame(line: CartLine, item: ItemInput): boolean {
  if (line.type === "product" && item.type === "product")
    return line.product_id === item.product_id && line.variant_id === item.variant_id;
  return (
    line.type === "service" &&
    item.type === "service" &&
    line.service_id === item.service_id &&
    line.provider_id === item.provider_id
  );
}

function checked(lines: CartLine[]): CartLine[] {
  if (lines.length > MAX_LINES) throw refuse("items", `may be ${MAX_LINES} lines at most`);
  const slots = lines.reduce((sum, line) => sum + (line.type === "service" ? line.slots.length : 0), 0);
  if (slots > MAX_SLOTS) throw refuse("items", `may have ${MAX_SLOTS} slots at most`);
  const full = lines.findIndex((line) => line.type === "product" && line.quantity > MAX_OF_ONE);
  if (full >= 0) throw refuse(`items[${full}].quantity`, `may be ${MAX_OF_ONE} at most`);
  const ids = lines.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw refuse("items", "name one line twice");
  return lines;
}

/** Runs what refuses lines by ids that the sender cannot know, and names the items of the body in their place. */
export async function translateLineErrors<T>(
  sent: readonly ItemInput[],
  lines: readonly Pick<CartLine, "id">[],
  run: () => Promise<T>,
): Promise<T> {
  const places = placesOf(sent);
  return naming((lineId) => {
    const place = places[lines.findIndex(({ id }) => id === lineId)];
    return place === undefined ? undefined : `items[${place}]`;
  }, run);
}

/** Runs what refuses a line by an id that the sender of that one item cannot know, and names the item's own field. */
export async function translateItemErrors<T>(
  item: ItemInput,
  before: readonly Pick<CartLine, "id">[],
  run: () => Promise<T>,
): Promise<T> {
  const known = new Set(before.map(({ id }) => id));
  const field = item.type === "service" ? "service_id" : "variant_id";
  return naming((lineId) => (known.has(lineId) ? undefined : field), run);
}

async function naming<T>(nameOf: (lineId: string) => string | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, status, message, validationErrors, retryAfter, reason, absent } = error;
    const named = validationErrors.map((each) => ({ ...each, field: nameOf(each.field) ?? each.field }));
    throw new ApiError(code, status, message, { validationErrors: named, retryAfter, reason, absent });
  }
}

/** Where each line stands in the body: items of one variant at one price have become one line, the first's. */
function placesOf(sent: readonly ItemInput[]): number[] {
  return sent.flatMap((item, index) =>
    sent.findIndex((other) => other === item || isMergeable(other, item)) === index ? index : [],
  );
}
