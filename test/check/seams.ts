import * as z from "zod";
import type { Context } from "#core/context.ts";
import { entity, type Stored } from "#core/dynamo/entity.ts";
import { announce, change, enqueue } from "#core/events.ts";
import { get } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { Purge } from "#core/queue/purge.ts";
import { changesOf } from "#core/sent.ts";
import type { Form } from "#lib/content/forms/schema.ts";
import { forms, submissions } from "#lib/content/forms/table.ts";
import { whyNot } from "#lib/money/promo-codes/rules.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";

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

export function renamedSlot() {
  return entity({
    name: "renamed",
    schema: z.object({ store_id: z.string(), id: z.string(), state: z.string() }),
    pk: "TENANT#{store_id}#RENAMED",
    sk: "{id}",
    tenant: "store_id",
    deletion: { tenant: "partition", person: "unaffected" },
    indexes: { list: "TENANT#{store_id}#RENAMED#{status}" },
    // @ts-expect-error a slot of an index template is a field, or the record computes it
    computed: ({ state }) => ({ stand: state }),
  });
}

export function partitionOfHalfAName(storeId: string) {
  // @ts-expect-error an index partition is named by all its slots
  return forms.list({ store_id: storeId });
}

export function indexThatIsNot(storeId: string) {
  // @ts-expect-error forms are in no child index
  return forms.child({ store_id: storeId });
}

export function fieldForgottenInAnUpdate(form: Stored<Form>) {
  const { key: _forgotten, ...rest } = form;
  // @ts-expect-error a record that is replaced has all its fields
  return forms.replace(form, rest);
}

export function fieldForgottenInAnInput(sent: { key?: string; colour?: string }) {
  // @ts-expect-error a field that is sent is one of the stored record's
  return changesOf(z.object({ key: z.string() }), sent);
}

export function fieldForgottenInTheRecord() {
  const Stored = z.object({ key: z.string(), note: z.string() });
  // @ts-expect-error a new record has all fields that have no default
  return Stored.parse({ key: "a" } satisfies z.input<typeof Stored>);
}

export function fieldThatIsNot(form: Form) {
  // @ts-expect-error a change in place names fields that the record has
  return forms.update(form, { set: { stauts: "active" } });
}

export function factForgottenInABasket(promo: PromoCode) {
  // @ts-expect-error a basket says all that a promo code judges: also whether anything of it is sent
  return whyNot(promo, { subtotal: 5000, productIds: [], serviceIds: [], now: 1 });
}
