import { workers } from "#core/queue/contract.ts";
import type { Manifest } from "#infra/local/handlers.ts";
import { SendNewsletter } from "#lib/delivery/newsletters/messages.ts";

/** The queue of the newsletter senders, which the proof starts and kills itself. */
export const newslettersManifest: Manifest = {
  operations: [],
  workers: Object.values(
    workers("newsletters", {
      sendNewsletter: {
        summary: "Does nothing",
        trigger: { kind: "queue", message: SendNewsletter, batchSize: 10 },
      },
    }),
  ),
  folder: import.meta.dirname,
};
