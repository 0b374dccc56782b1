// Sums over records, such as the stock that product lists show. They follow the stream of changes.

import { Event } from "#core/events.ts";
import { workers } from "#core/queue/contract.ts";
import { CountSums, TendSums } from "#core/sums/messages.ts";
import { SUMMED_KINDS } from "#lib/system/sums/service.ts";

export const sumWorkers = workers("system/sums", {
  countSums: {
    summary: "Counts what changed records add to sums",
    trigger: { kind: "queue", message: CountSums, batchSize: 10 },
    wakesOnChangesOf: SUMMED_KINDS,
    // Counting indexes a record under its customer, whom it may create.
    emits: ["contact.created"],
    uses: ["table:write", "secrets"],
  },
  tendSums: {
    summary: "Goes on with sums that are reckoned anew, and removes those that were read before",
    trigger: { kind: "queue", message: TendSums, batchSize: 1 },
    timeout: 60,
    emits: ["contact.created"],
    uses: ["table:write", "secrets"],
  },
  followZone: {
    summary: "Moves figures to the days of another time zone",
    trigger: { kind: "queue", message: Event },
    on: ["store.updated"],
    uses: ["table:write"],
  },
  wakeSums: {
    summary: "Wakes what is due for sums",
    trigger: { kind: "due", of: [{ kind: "sum_head", index: "SUMS#{store_id%8}", every: 60 }] },
    uses: ["table:write"],
  },
});
