import { workers } from "#core/queue/contract.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { WakeMessage } from "#lib/delivery/webhooks/schema.ts";
import { killedManifest } from "./manifest.ts";

const trigger = { kind: "queue", message: WakeMessage, batchSize: 10 } as const;

/** Queues that take what wakes the senders of webhooks; the proof itself is the sender. */
const idle = workers("webhooks", {
  deliverWebhooks: { summary: "Does nothing", trigger },
  deliverSlowWebhooks: { summary: "Does nothing", trigger },
});

export const deliveriesManifest: Manifest = {
  ...killedManifest,
  workers: [...killedManifest.workers, ...Object.values(idle)],
};
