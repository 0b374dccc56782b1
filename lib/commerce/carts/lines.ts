import type { Context } from "#core/context.ts";
import { refuse } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import type { ItemInput } from "./request-schema.ts";
import { type CartLine, MAX_LINES, MAX_OF_ONE, MAX_SLOTS } from "./schema.ts";

/** Whose lines they are: operators may set prices, visitors may not. */
export type Side = "visitor" | "operator";

/** Lines as they are stored, from what was sent; those of one variant are one, unless their prices differ. */
export function linesFrom(
  ctx: Context,
  items: readonly ItemInput[],
  before: readonly CartLine[],
  side: Side,
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
  return checked(merged(lines));
}

/** Lines with one more. */
export function withItem(ctx: Context, before: readonly CartLine[], item: ItemInput, side: Side): CartLine[] {
  const [line] = linesFrom(ctx, [{ ...item, id: null }], [], side);
  return line ? checked(merged([...before, line])) : [...before];
}

/** Lines of one variant as one, in the place of the first. */
export function merged(lines: readonly CartLine[]): CartLine[] {
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
