import type { Context } from "#core/context.ts";
import { enqueue } from "#core/events.ts";
import { workers } from "#core/queue/contract.ts";
import { Purge } from "#core/queue/purge.ts";

// What must not compile. Each line below the mark is a mistake that was once found when it ran; `tsc` fails if one of
// them passes.

export function misspelledQueue(ctx: Context) {
  // @ts-expect-error a queue is a declared message, not a text
  return enqueue(ctx, "purg", { kind: "tenant", tenant_id: "store_1" });
}

export function wrongBody(ctx: Context) {
  // @ts-expect-error the body has the shape that the message declares
  return enqueue(ctx, Purge, { kind: "tenant", tenant: "store_1" });
}

export const wrongWorker = workers("content/forms", {
  sweep: {
    summary: "Takes the message of another worker",
    // @ts-expect-error a worker takes the message that is declared for it
    trigger: { kind: "queue", message: Purge },
  },
});
