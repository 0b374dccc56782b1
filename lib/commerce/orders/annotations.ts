// Each change of notes or tags is guarded by the order's version, so that concurrent ones never overwrite each other.

import { type Context, person } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField, permissionMissing } from "#core/errors.ts";
import { announceChange, isUnchanged } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { checkSize } from "#core/records/record.ts";
import type { Unversioned } from "#core/view-schema.ts";
import { Tags } from "#lib/tenancy/visitors/customer-schema.ts";
import { ORDER } from "./errors.ts";
import { RESERVED_BYTES, viewOrder } from "./record.ts";
import type { Order } from "./schema.ts";
import { orders } from "./table.ts";
import { duplicatedBytes } from "./view.ts";
import type { OrderView } from "./view-schema.ts";

const MAX_NOTES = 100;

type Annotations = Pick<Order, "tags" | "notes">;

export async function addOrderNote(ctx: Context, storeId: string, id: string, text: string) {
  const note = { id: newId("note", ctx.clock()), text, account_id: person(ctx).id, created_at: ctx.now() };
  const { order } = await annotate(ctx, storeId, id, ({ notes, tags }) => {
    if (notes.length >= MAX_NOTES)
      throw invalidField("text", `cannot be one more than the ${MAX_NOTES} that there are`);
    return { notes: [...notes, note], tags };
  });
  return order;
}

/** Deletes the caller's own note; a caller with ADMIN deletes any note. */
export async function deleteOrderNote(ctx: Context, storeId: string, id: string, noteId: string) {
  const mayAll = await ctx.may("ADMIN", storeId);
  await annotate(ctx, storeId, id, ({ notes, tags }) => {
    const note = notes.find((each) => each.id === noteId);
    if (!note) throw GENERAL.NOT_FOUND();
    if (note.account_id !== person(ctx).id && !mayAll) throw permissionMissing("ADMIN");
    return { notes: notes.filter((each) => each !== note), tags };
  });
}

/** Replaces the tags of an order. */
export async function tagOrder(ctx: Context, storeId: string, id: string, tags: string[]) {
  const { order } = await annotate(ctx, storeId, id, ({ notes }) => ({ notes, tags }));
  return order;
}

/** Adds tags to an order or removes them. Returns whether anything changed. */
export async function retagOrder(ctx: Context, storeId: string, id: string, add: boolean, tags: string[]) {
  const { isChanged } = await annotate(ctx, storeId, id, (before) => ({
    notes: before.notes,
    tags: add ? addTags(before.tags, tags) : removeTags(before.tags, tags),
  }));
  return isChanged;
}

function addTags(before: readonly string[], tags: readonly string[]): string[] {
  const all = Tags.safeParse([...before, ...tags]);
  if (!all.success) throw invalidField("tags", "would be more than an order can have");
  return all.data;
}

function removeTags(before: readonly string[], tags: readonly string[]): string[] {
  const gone = new Set(tags.map((tag) => tag.toLowerCase()));
  return before.filter((tag) => !gone.has(tag.toLowerCase()));
}

async function annotate(
  ctx: Context,
  store_id: string,
  id: string,
  make: (before: Annotations) => Annotations,
): Promise<{ order: Unversioned<OrderView>; isChanged: boolean }> {
  const before = await orders.get({ store_id, id }, ORDER.NOT_FOUND(), ctx);
  const after = { ...before, ...make(before) };
  if (isUnchanged(before, after)) return { order: viewOrder(before), isChanged: false };
  checkSize(after, [], RESERVED_BYTES + duplicatedBytes(after));
  const counted = { ...after, annotated: before.annotated + 1 };
  const { record, writes } = announceChange(ctx, "order.annotated", orders, before, counted);
  return { order: await transact(ctx, writes, viewOrder(record)), isChanged: true };
}
