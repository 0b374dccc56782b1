import { randomUUID } from "node:crypto";
import { kebab } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { reportFailure } from "#infra/failure.ts";
import type { LambdaFunction } from "./handlers.ts";

interface Schedule {
  /** Runs one scheduled worker now, or all of them. `seconds` is the time in the event, by default now. */
  tick(id?: string, seconds?: number): Promise<void>;
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Runs each scheduled worker at minutes divisible by its `everyMinutes`, one run at a time. If `everyMinute` is
 * false, workers run only by `tick`.
 */
export function startSchedule(
  workers: readonly Worker[],
  functionOf: (worker: Worker) => LambdaFunction,
  everyMinute = true,
): Schedule {
  const scheduled = workers.flatMap((worker) =>
    worker.trigger.kind === "schedule"
      ? [{ worker, every: worker.trigger.everyMinutes, target: functionOf(worker) }]
      : [],
  );
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  async function start(worker: Worker, target: LambdaFunction, seconds: number): Promise<void> {
    await running.get(worker.id);
    const work = target
      .invoke(scheduleEvent(worker, seconds), randomUUID())
      .then(
        () => undefined,
        (error: unknown) => reportFailure(worker.id, error),
      )
      .finally(() => running.delete(worker.id));
    running.set(worker.id, work);
    await work;
  }

  function next(): void {
    timer = setTimeout(
      () => {
        const minute = Math.floor(Date.now() / MINUTE_MS);
        for (const { worker, every, target } of scheduled) {
          if (minute % every === 0 && !running.has(worker.id)) void start(worker, target, minute * 60);
        }
        next();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
  }

  if (everyMinute && scheduled.length > 0) next();
  return {
    tick: async (id, seconds = Math.floor(Date.now() / 1000)) => {
      const chosen = scheduled.filter(({ worker }) => id === undefined || worker.id === id);
      if (chosen.length === 0 && id !== undefined) throw new Error(`There is no scheduled worker ${id}.`);
      await Promise.all(chosen.map(({ worker, target }) => start(worker, target, seconds)));
    },
    stop: async () => {
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

function scheduleEvent(worker: Worker, seconds: number): Record<string, unknown> {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.events",
    account: "000000000000",
    time: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`,
    region: "us-east-1",
    resources: [`arn:aws:events:us-east-1:000000000000:rule/${kebab(worker.id)}`],
    detail: {},
  };
}
