import { ApiError, GENERAL } from "#core/errors.ts";
import { hash } from "#core/seal.ts";
import type { Intent } from "./intent-schema.ts";

/**
 * The intent of a request; `undefined` without a key.
 *
 * @param asked the body without the key
 */
export function intentOf(key: string | null | undefined, asked: unknown): Intent | undefined {
  return key ? { key, asked: hash(JSON.stringify(normalize(asked))) } : undefined;
}

/** The recorded requests with the idempotency key of an intent. */
export function findByIntent<T>(
  acts: readonly T[],
  intentIn: (act: T) => Intent | null | undefined,
  intent: Intent | undefined,
): T[] {
  return intent ? acts.filter((act) => intentIn(act)?.key === intent.key) : [];
}

/**
 * Checks that a repeated key came with the same request.
 *
 * @param field that carries the key
 * @throws GENERAL.IDEMPOTENCY_KEY_REUSED
 */
export function checkSameRequest(
  field: string,
  known: Intent | null | undefined,
  intent: Intent | undefined,
): void {
  if (!known || !intent || (known.key === intent.key && known.asked === intent.asked)) return;
  const { code, status } = GENERAL.IDEMPOTENCY_KEY_REUSED;
  const what = known.key === intent.key ? "with another request" : `by the name "${known.key}"`;
  throw new ApiError(
    code,
    status,
    `This was done before ${what}. Make a new ${field} for each intent, and send the same request under the same one.`,
  );
}

// Missing, null and false mean the same in a request, and the order of lines means nothing.
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(normalize(each))).sort();
  if (typeof value !== "object" || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => (member ?? false) !== false);
  return given
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, normalize(member)]);
}
