import { GENERAL } from "#core/errors.ts";
import { hash, seal, unseal } from "#core/seal.ts";

const PURPOSE = "cursor";
/** Characters. */
const MAX_CURSOR = 1024;

/**
 * Seals the position of a list's next page, bound to everything that made the page.
 *
 * @param position what DynamoDB needs to go on: the sort values of the last item given
 * @param scope operation, tenant, visibility and filters; the same must be asked for with the cursor
 */
export function sealCursor(position: unknown, scope: unknown): Promise<string> {
  return seal(PURPOSE, JSON.stringify(position), binding(scope));
}

const NOT_OURS = "is not a cursor of this list with these filters; begin again without it";

/** Opens a cursor; any other text, or use with another list, is a 400. */
export async function openCursor<P>(cursor: string | undefined, scope: unknown): Promise<P | undefined> {
  if (cursor === undefined) return undefined;
  const text = cursor.length > MAX_CURSOR ? undefined : await unseal(PURPOSE, cursor, binding(scope));
  if (text === undefined) {
    throw GENERAL.VALIDATION_FAILED({
      message: `cursor: ${NOT_OURS}`,
      validationErrors: [
        {
          field: "cursor",
          message: NOT_OURS,
          error: "FIELD.VALIDATION_FAILED",
        },
      ],
    });
  }
  // Safe: what opens under this scope was sealed by `sealCursor` for the same list.
  return JSON.parse(text) as P;
}

function binding(scope: unknown): string {
  return hash(JSON.stringify(scope));
}
