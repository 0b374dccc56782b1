import type { ScheduledEvent } from "aws-lambda";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { AlreadyLogged, logger } from "#core/log.ts";
import { withLogContext } from "#core/log-context.ts";
import { isThrottled } from "#core/throttled.ts";
import type { Worker } from "./contract.ts";
import { systemContext } from "./worker.ts";

/**
 * The handler of a scheduled worker. A failed run is not repeated, because the next one does its work. A throttled run
 * does not count as a failure of the function.
 */
export function scheduledWorker(declared: Worker, run: (ctx: Context) => Promise<unknown>) {
  return async ({ id, time }: Pick<ScheduledEvent, "id" | "time">): Promise<void> => {
    // Only the local stack lets a run choose its time.
    const ctx = systemContext(declared, id, String(Date.parse(time) / 1000));
    const began = performance.now();
    const line = (outcome: string) => ({
      worker: declared.id,
      outcome,
      ms: Math.round(performance.now() - began),
    });
    await withLogContext({ request: id }, async () => {
      try {
        await withRetries(() => run(ctx));
        logger.info("worked", line("done"));
      } catch (error) {
        if (!isThrottled(error)) {
          logger.error("tick failed", { ...line("failed"), error: error as Error });
          throw new AlreadyLogged();
        }
        logger.warn("tick throttled", { ...line("back"), name: (error as Error).name });
      }
    });
  };
}
