import { attempt } from "#core/dynamo/retry.ts";
import { logger } from "#core/log.ts";
import { isThrottled } from "#core/throttled.ts";

/**
 * Does one thing after the other, such as what a minute has made due. One that fails holds up none of those behind it,
 * which may be other tenants'; the first failure is thrown once all had their turn, so that it is seen: one that is a
 * defect before one of which a service took no more.
 */
export async function inTurn<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await attempt(() => run(item));
    } catch (error) {
      if (isThrottled(error)) logger.warn("turn throttled", { item });
      else logger.error("turn failed", { item, error: error as Error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.find((failure) => !isThrottled(failure)) ?? failures[0];
}
