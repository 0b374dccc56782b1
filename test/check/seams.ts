import type { Context } from "#core/context.ts";
import { announce, change, enqueue } from "#core/events.ts";
import { get } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { Purge } from "#core/queue/purge.ts";
import type { Form } from "#lib/content/forms/schema.ts";
import { forms, submissions } from "#lib/content/forms/table.ts";

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

export function unknownEvent(ctx: Context, form: Form) {
  // @ts-expect-error a kind of record announces the types that it declares
  return announce(ctx, "form.updatd", forms, form);
}

export function eventOfAnother(ctx: Context, form: Form) {
  // @ts-expect-error an event shows a record of its own kind
  return announce(ctx, "submission.updated", submissions, form);
}

export function changeOfWhatWasNotRead(ctx: Context, form: Form) {
  // @ts-expect-error what is replaced was read, and has the version that it was read under
  return change(ctx, "form.updated", forms, form, form);
}

export const unknownEmits = get("/forms", {
  summary: "Announces what there is not",
  needs: "READ",
  returns: "html",
  // @ts-expect-error an operation emits events that there are
  emits: ["form.updatd"],
});
