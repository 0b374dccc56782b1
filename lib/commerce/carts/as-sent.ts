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
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, status, message, validationErrors, retryAfter, reason, absent } = error;
    const places = placesOf(sent);
    const named = validationErrors.map((each) => {
      const place = places[lines.findIndex(({ id }) => id === each.field)];
      return place === undefined ? each : { ...each, field: `items[${place}]` };
    });
    throw new ApiError(code, status, message, { validationErrors: named, retryAfter, reason, absent });
  }
}

/** Where each line stands in the body: items of one variant at one price have become one line, the first's. */
function placesOf(sent: readonly ItemInput[]): number[] {
  return sent.flatMap((item, index) =>
    sent.findIndex((other) => other === item || isMergeable(other, item)) === index ? index : [],
  );
}
