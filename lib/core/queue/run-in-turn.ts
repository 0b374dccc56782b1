import { withRetries } from "#core/dynamo/retry.ts";
import { logger } from "#core/log.ts";
import { isThrottled } from "#core/throttled.ts";

const ID_FIELDS = /^(pk|sk|id|kind|worker|.+_id)$/;

/**
 * Processes items one after the other. A failing item does not hold up the next ones, which may be other tenants'. At
 * the end it throws the first defect, or else the first throttled call.
 */
export async function runInTurn<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await withRetries(() => run(item));
    } catch (error) {
      if (isThrottled(error)) logger.warn("turn throttled", idFieldsOf(item));
      else logger.error("turn failed", { ...idFieldsOf(item), error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.find((failure) => !isThrottled(failure)) ?? failures[0];
}

/** Fields that identify an item: a whole record has personal data that a log must not hold. */
function idFieldsOf(item: unknown): Record<string, unknown> {
  // An item may be a list of records: the first one identifies it.
  const [one]: unknown[] = [item].flat();
  const fields = Object.entries(Object(one)).filter(([name]) => ID_FIELDS.test(name));
  return { item: typeof one === "string" ? one : Object.fromEntries(fields) };
}
