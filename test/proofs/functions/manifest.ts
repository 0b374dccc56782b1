import { Event } from "#core/events.ts";
import { workers } from "#core/queue/contract.ts";
import type { Manifest } from "#infra/local/handlers.ts";

/** A fan-out that is killed at random, and a worker that gets every event. */
export const killedWorkers = workers("system/platform", {
  fanOut: { summary: "Carries the outbox, until it is killed", trigger: { kind: "stream" } },
  collect: {
    summary: "Collects every event",
    trigger: { kind: "queue", message: Event, batchSize: 10 },
    on: ["*"],
  },
});

export const killedManifest: Manifest = {
  operations: [],
  workers: Object.values(killedWorkers),
  folder: import.meta.dirname,
};
