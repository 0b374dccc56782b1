import { isDeepStrictEqual } from "node:util";
import { validationFailed } from "#core/errors.ts";

/**
 * What was sent of something that has two names. Who sends a reply back with a change says it under both: then the one
 * that is not as it was counts. Where nothing was before, two that differ are a 400.
 *
 * @param before as it was shown; `undefined` for a record that is being made
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
  throw validationFailed([{ field: name, message, error: "FIELD.VALIDATION_FAILED" }]);
}
