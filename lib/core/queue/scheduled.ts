import type { ScheduledEvent } from "aws-lambda";
import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { Logged, logger } from "#core/log.ts";
import { isThrottled } from "#core/throttled.ts";
import { within } from "#core/whose.ts";
import type { Worker } from "./contract.ts";
import { systemContext } from "./worker.ts";

/**
 * The handler of a worker that the minutes start. A tick that fails is not repeated: the next one does its work. One of
 * which a service just took no more is no failure of the function.
 */
export function scheduled(declared: Worker, run: (ctx: Context) => Promise<unknown>) {
  return async ({ id, time }: Pick<ScheduledEvent, "id" | "time">): Promise<void> => {
    // Heeded by the local stack alone, where a tick can be told the time.
    const ctx = systemContext(declared, id, String(Date.parse(time) / 1000));
    const began = performance.now();
    const line = (outcome: string) => ({
      worker: declared.id,
      outcome,
      ms: Math.round(performance.now() - began),
    });
    await within({ request: id }, async () => {
      try {
        await attempt(() => run(ctx));
        logger.info("worked", line("done"));
      } catch (error) {
        if (!isThrottled(error)) {
          logger.error("tick failed", { ...line("failed"), error: error as Error });
          throw new Logged();
        }
        logger.warn("tick throttled", { ...line("back"), name: (error as Error).name });
      }
    });
  };
}
