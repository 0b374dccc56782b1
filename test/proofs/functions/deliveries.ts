import { workers } from "#core/queue/contract.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { DeliverSlowWebhooks, DeliverWebhooks } from "#lib/delivery/webhooks/messages.ts";
import { killedManifest } from "./manifest.ts";

/** Queues of the webhook senders: their workers do nothing, as the proof itself sends. */
const idleWorkers = workers("delivery/webhooks", {
  deliverWebhooks: {
    summary: "Does nothing",
    trigger: { kind: "queue", message: DeliverWebhooks, batchSize: 10 },
  },
  deliverSlowWebhooks: {
    summary: "Does nothing",
    trigger: { kind: "queue", message: DeliverSlowWebhooks, batchSize: 10 },
  },
});

export const webhookCrashManifest: Manifest = {
  ...killedManifest,
  workers: [...killedManifest.workers, ...Object.values(idleWorkers)],
};
