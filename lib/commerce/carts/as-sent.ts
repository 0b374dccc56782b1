import { ApiError } from "#core/errors.ts";
import { isMergeable } from "./lines.ts";
import type { ItemInput } from "./request-schema.ts";
import type { CartLine } from "./schema.ts";

/** Runs what refuses lines by ids that the sender cannot know, and names the items of the body in their place. */
export async function namedAsSent<T>(
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
export async function namedAsAdded<T>(
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
