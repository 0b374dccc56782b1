import type { ScheduledEvent } from "aws-lambda";
import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/attempt.ts";
import type { Worker } from "./contract.ts";
import { systemContext } from "./worker.ts";

/** The handler of a worker that the minutes start. A tick that fails is not repeated: the next one does its work. */
export function scheduled(declared: Worker, run: (ctx: Context) => Promise<unknown>) {
  return async ({ id, time }: Pick<ScheduledEvent, "id" | "time">): Promise<void> => {
    // Heeded by the local stack alone, where a tick can be told the time.
    const ctx = systemContext(declared, id, String(Date.parse(time) / 1000));
    await attempt(() => run(ctx));
  };
}
