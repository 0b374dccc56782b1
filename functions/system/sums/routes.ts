// Sums over records, such as the stock that product lists show. They follow the stream of changes.

import { Event } from "#core/events.ts";
import { workers } from "#core/queue/contract.ts";
import { CountSums, TendSums } from "#core/sums/messages.ts";
import { SUMMED_KINDS } from "#lib/system/sums/service.ts";

export const sumWorkers = workers("system/sums", {
  countSums: {
    summary: "Updates sums with what changed records add",
    trigger: { kind: "queue", message: CountSums, batchSize: 10 },
    wakesOnChangesOf: SUMMED_KINDS,
    // Counting indexes a record under its customer, whom it may create.
    emits: ["contact.created", "contact.deleted"],
    uses: ["table:write", "secrets"],
  },
  tendSums: {
    summary: "Continues to compute sums anew, and removes replaced ones",
    trigger: { kind: "queue", message: TendSums, batchSize: 1 },
    timeout: 60,
    emits: ["contact.created", "contact.deleted"],
    uses: ["table:write", "secrets"],
  },
  followZone: {
    summary: "Moves figures to the days of another time zone",
    trigger: { kind: "queue", message: Event },
    on: ["store.updated"],
    uses: ["table:write"],
  },
  wakeSums: {
    summary: "Starts the work on sums that is due",
    trigger: { kind: "due", of: [{ kind: "sum_head", index: "SUMS#{store_id%8}", every: 60 }] },
    uses: ["table:write"],
  },
});
