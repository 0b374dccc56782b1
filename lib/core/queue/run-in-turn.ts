import { withRetries } from "#core/dynamo/retry.ts";
import { logger } from "#core/log.ts";
import { isThrottled } from "#core/throttled.ts";

const NAMES = /^(pk|sk|id|kind|worker|.+_id)$/;

/**
 * Does one thing after the other, such as what a minute has made due. One that fails holds up none of those behind it,
 * which may be other tenants'; the first failure is thrown once all had their turn, so that it is seen: one that is a
 * defect before one of which a service took no more.
 */
export async function runInTurn<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await withRetries(() => run(item));
    } catch (error) {
      if (isThrottled(error)) logger.warn("turn throttled", named(item));
      else logger.error("turn failed", { ...named(item), error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.find((failure) => !isThrottled(failure)) ?? failures[0];
}

/** What tells which thing it was: a record says more of people than a log may hold. */
function named(item: unknown): Record<string, unknown> {
  // Of several that are one turn the first.
  const [one]: unknown[] = [item].flat();
  const fields = Object.entries(Object(one)).filter(([name]) => NAMES.test(name));
  return { item: typeof one === "string" ? one : Object.fromEntries(fields) };
}
