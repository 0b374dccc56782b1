import * as z from "zod";
import type { Context } from "#core/context.ts";
import { entity, type Stored } from "#core/dynamo/entity.ts";
import { announce, announceChange, enqueue } from "#core/events.ts";
import { get } from "#core/http/contract.ts";
import { ignored, inStates, lifecycle, movesTo } from "#core/lifecycle.ts";
import { workers } from "#core/queue/contract.ts";
import { Purge } from "#core/queue/purge.ts";
import { changedRecord, changesOf, newRecord } from "#core/records/record.ts";
import type { Form } from "#lib/content/forms/schema.ts";
import { forms, submissions } from "#lib/content/forms/table.ts";
import { refusalReason } from "#lib/money/promo-codes/rules.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";

// Mistakes that must not compile. Each was once found at run time; `tsc` fails if one compiles.

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

export function eventOfAnotherKind(ctx: Context, form: Form) {
  // @ts-expect-error an event shows a record of its own kind
  return announce(ctx, "submission.updated", submissions, form);
}

export function changeOfUnreadRecord(ctx: Context, form: Form) {
  // @ts-expect-error a record that is replaced was read before, and carries its version
  return announceChange(ctx, "form.updated", forms, form, form);
}

export const unknownEmittedEvent = get("/forms", {
  summary: "Announces an unknown event",
  needs: "READ",
  returns: "html",
  // @ts-expect-error an operation emits declared events
  emits: ["form.updatd"],
});

export function unknownIndexField() {
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

export function partitionWithMissingSlot(storeId: string) {
  // @ts-expect-error an index partition is named by all its slots
  return forms.list({ store_id: storeId });
}

export function unknownIndex(storeId: string) {
  // @ts-expect-error forms are in no child index
  return forms.child({ store_id: storeId });
}

export function fieldMissingInUpdate(form: Stored<Form>) {
  const { key: _forgotten, ...rest } = form;
  // @ts-expect-error a record that is replaced has all its fields
  return forms.replace(form, rest);
}

const Mug = z.object({
  id: z.string(),
  colour: z.string(),
  size: z.int().nullable(),
  tags: z.array(z.string()),
  note: z.string().default(""),
});
type Mug = z.output<typeof Mug>;
type MugInput = { colour?: string; size?: number | null; tags?: string[] };

export function unknownInputField(sent: MugInput & { lid?: boolean }) {
  const initial = { colour: "white", size: null, tags: [] };
  // @ts-expect-error a sent field is a field of the record, or is removed by name
  return newRecord(Mug, initial, sent, { id: "1" });
}

export function missingInitialField(sent: MugInput) {
  // @ts-expect-error a new record has all fields that have no default
  return newRecord(Mug, { size: null, tags: [] }, sent, { id: "1" });
}

export function fieldFromOptionalField(sent: MugInput) {
  // @ts-expect-error a value computed from an optional field may be undefined
  return newRecord(Mug, { colour: "white", size: null }, sent, { id: "1", tags: sent.tags?.toSorted() });
}

export function fieldOfAnotherType(mug: Mug, sent: { size?: string }) {
  // @ts-expect-error a sent field has the type of the record's field, unless the server sets the field
  return changedRecord(Mug, mug, sent, {});
}

export function unknownChangedField(mug: Mug, sent: MugInput & { lid?: boolean }) {
  // @ts-expect-error also in a change, a sent field is a field of the record
  return changedRecord(Mug, mug, sent, { size: 4 });
}

export function unknownServerField(mug: Mug, sent: MugInput) {
  // @ts-expect-error the server sets fields of the record
  return changedRecord(Mug, mug, sent, { colr: "white" });
}

export function unknownLaterChange(sent: MugInput & { lid?: boolean }) {
  // @ts-expect-error also in later changes, a sent field is a field of the record
  return changesOf(Mug, sent, {});
}

export function unknownField(form: Form) {
  // @ts-expect-error an update sets fields that the record has
  return forms.update(form, { set: { stauts: "active" } });
}

export function basketWithMissingFact(promo: PromoCode) {
  // @ts-expect-error a basket has every field that a promo code checks, here whether it ships
  return refusalReason(promo, { subtotal: 5000, productIds: [], serviceIds: [], now: 1 });
}

export function eventWithoutView() {
  return entity({
    name: "told",
    schema: z.object({ store_id: z.string(), id: z.string() }),
    pk: "TENANT#{store_id}#TOLD",
    sk: "{id}",
    tenant: "store_id",
    deletion: { tenant: "partition", person: "unaffected" },
    // @ts-expect-error a kind of record that announces events says which view they show
    announces: { events: ["form.updated"] },
  });
}

export function eventOfAnotherType() {
  const record = z.object({ store_id: z.string(), id: z.string(), at: z.string() });
  return entity({
    name: "told",
    schema: record,
    pk: "TENANT#{store_id}#TOLD",
    sk: "{id}",
    tenant: "store_id",
    deletion: { tenant: "partition", person: "unaffected" },
    // @ts-expect-error a field that events show with another type needs a view
    announces: { events: ["form.updated"], shows: z.object({ at: z.int() }) },
  });
}

type Lamp = { status: "off" | "on" };
interface Light {
  state: Lamp["status"];
  snapshot: { lamp: Lamp };
  event: { type: "press"; hard: boolean } | { type: "tap" };
  outcome: { record: Lamp };
}
const LAMP = { name: "lamp", states: ["off", "on"], initial: ["off"] } as const;
const lampReaders = {
  stateOf: ({ lamp }: { lamp: Lamp }) => lamp.status,
  unchanged: ({ lamp }: { lamp: Lamp }) => ({ record: lamp }),
};
const lightUp = () => ({ record: { status: "on" as const } });
const tapRow = inStates(["off", "on"], ignored);

export function missingTransition() {
  return lifecycle<Light>({
    ...LAMP,
    ...lampReaders,
    // @ts-expect-error each event has a transition in each state
    table: { tap: tapRow, press: { off: movesTo(["on"], lightUp) } },
  });
}

export function missingEventRow() {
  // @ts-expect-error the table has a row for each event
  return lifecycle<Light>({ ...LAMP, ...lampReaders, table: { tap: tapRow } });
}

export function undeclaredState() {
  // @ts-expect-error a transition moves to a state that it names
  return movesTo(["off"], lightUp);
}

export function undeclaredEventData() {
  const on = movesTo(["on"], (_: { lamp: Lamp }, { dimmed }: { dimmed: boolean }) =>
    dimmed ? lightUp() : lightUp(),
  );
  return lifecycle<Light>({
    ...LAMP,
    ...lampReaders,
    // @ts-expect-error a transition reads only fields that its event has
    table: { tap: tapRow, press: { off: on, on: ignored } },
  });
}
