import type { Context } from "#core/context.ts";
import { ApiError, invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import type { CartItemInput } from "./request-schema.ts";
import { type CartLine, MAX_LINES, MAX_QUANTITY, MAX_SLOTS } from "./schema.ts";

/** Operators may set prices, visitors may not. */
export type CartRole = "visitor" | "operator";

/** Makes stored lines from the items of a request. Lines of one variant are merged, unless their prices differ. */
export function linesFrom(
  ctx: Context,
  items: readonly CartItemInput[],
  before: readonly CartLine[],
  side: CartRole,
): CartLine[] {
  const known = new Map(before.map((line) => [line.id, line]));
  const lines = items.map((item): CartLine => {
    const old = item.id ? known.get(item.id) : undefined;
    const same = old && isSameItem(old, item) ? old : before.find((line) => isSameItem(line, item));
    const id = old && old === same ? old.id : newId("line", ctx.clock());
    if (item.type === "service") {
      return { ...item, id, added_price: same?.added_price ?? null };
    }
    const price = side === "operator" ? item.price : null;
    return { ...item, id, price, added_price: same?.added_price ?? null };
  });
  return checkLimits(mergeLines(lines));
}

export function withItem(
  ctx: Context,
  before: readonly CartLine[],
  item: CartItemInput,
  side: CartRole,
): CartLine[] {
  const [line] = linesFrom(ctx, [{ ...item, id: null }], [], side);
  return line ? checkLimits(mergeLines([...before, line])) : [...before];
}

/** Merges lines of one variant into the first of them. */
export function mergeLines(lines: readonly CartLine[]): CartLine[] {
  const result: CartLine[] = [];
  for (const line of lines) {
    const index = result.findIndex((other) => isMergeable(other, line));
    const equalLine = result[index];
    if (equalLine?.type === "product" && line.type === "product")
      result[index] = { ...equalLine, quantity: equalLine.quantity + line.quantity };
    else result.push(line);
  }
  return result;
}

/** Lines can be merged if they have the same variant and price. */
export function isMergeable<T extends CartLine | CartItemInput>(one: T, other: T): boolean {
  if (one.type !== "product" || other.type !== "product") return false;
  return (
    one.variant_id === other.variant_id && one.product_id === other.product_id && one.price === other.price
  );
}

function isSameItem(line: CartLine, item: CartItemInput): boolean {
  if (line.type === "product" && item.type === "product")
    return line.product_id === item.product_id && line.variant_id === item.variant_id;
  return (
    line.type === "service" &&
    item.type === "service" &&
    line.service_id === item.service_id &&
    line.provider_id === item.provider_id
  );
}

export function slotCount(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + (line.type === "service" ? line.slots.length : 0), 0);
}

function checkLimits(lines: CartLine[]): CartLine[] {
  if (lines.length > MAX_LINES) throw invalidField("items", `may be ${MAX_LINES} lines at most`);
  if (slotCount(lines) > MAX_SLOTS) throw invalidField("items", `may have ${MAX_SLOTS} slots at most`);
  const full = lines.findIndex((line) => line.type === "product" && line.quantity > MAX_QUANTITY);
  if (full >= 0) throw invalidField(`items[${full}].quantity`, `may be ${MAX_QUANTITY} at most`);
  const ids = lines.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalidField("items", "name one line twice");
  return lines;
}

/**
 * Runs a function whose errors name line ids that the caller cannot know, and names the items of the request instead.
 */
export async function translateLineErrors<T>(
  sent: readonly CartItemInput[],
  lines: readonly Pick<CartLine, "id">[],
  run: () => Promise<T>,
): Promise<T> {
  const places = itemIndexes(sent);
  return withFieldNames((lineId) => {
    const place = places[lines.findIndex(({ id }) => id === lineId)];
    return place === undefined ? undefined : `items[${place}]`;
  }, run);
}

/**
 * Runs a function whose errors name the id of the added line, which the caller cannot know, and names the
 * item's field instead.
 */
export async function translateItemErrors<T>(
  item: CartItemInput,
  before: readonly Pick<CartLine, "id">[],
  run: () => Promise<T>,
): Promise<T> {
  const known = new Set(before.map(({ id }) => id));
  const field = item.type === "service" ? "service_id" : "variant_id";
  return withFieldNames((lineId) => (known.has(lineId) ? undefined : field), run);
}

async function withFieldNames<T>(
  nameOf: (lineId: string) => string | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, status, message, validationErrors, retryAfter, reason, absent } = error;
    const named = validationErrors.map((each) => ({ ...each, field: nameOf(each.field) ?? each.field }));
    throw new ApiError(code, status, message, { validationErrors: named, retryAfter, reason, absent });
  }
}

/** For each line, the index of its item in the request; of merged items, the first index. */
function itemIndexes(sent: readonly CartItemInput[]): number[] {
  return sent.flatMap((item, index) =>
    sent.findIndex((other) => other === item || isMergeable(other, item)) === index ? index : [],
  );
}
