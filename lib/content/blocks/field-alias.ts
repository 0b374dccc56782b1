import { isDeepStrictEqual } from "node:util";
import { invalidField } from "#core/errors.ts";

/**
 * Resolves a field that has two names. A client that sends an answer back with one change sends both names, so the
 * value that differs from `before` counts. It is a 400 if both differ from it and from each other.
 *
 * @param before the value that was shown; `undefined` for a new record
 */
export function resolveAlias<A>(
  name: string,
  [first, second]: readonly [A | undefined, A | undefined],
  before: unknown,
): A | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  if (isDeepStrictEqual(first, second)) return first;
  if (isDeepStrictEqual(first, before)) return second;
  if (isDeepStrictEqual(second, before)) return first;
  const message = "says otherwise than the field of its other name. Send one of them";
  throw invalidField(name, message);
}
