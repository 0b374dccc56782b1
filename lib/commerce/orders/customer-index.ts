// Which customer an order belongs to, also after contacts were merged or proven.

import { continueCascade } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { MAX_RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import type { BodyOf } from "#core/queue/message.ts";
import { reindexReservations } from "#lib/booking/reservations/merged-customer.ts";
import { followMerges } from "#lib/tenancy/visitors/addresses.ts";
import { type ContactMerge, ownersAfterMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import { recordFirstSale } from "#lib/tenancy/visitors/first-sale.ts";
import { indexVisit, unindexVisit } from "#lib/tenancy/visitors/index-visit.ts";
import { owningCustomerId } from "#lib/tenancy/visitors/owning-customer.ts";
import type { Consent } from "#lib/tenancy/visitors/schema.ts";
import { FollowContact } from "./messages.ts";
import { saleTimes } from "./sale-times.ts";
import type { Order } from "./schema.ts";
import { orders } from "./table.ts";

const BATCH_SIZE = 20;

export function contactOrdersPartition(store_id: string, contact_id: string): string {
  return orders.child({ store_id, contact_id });
}

/** The customers of a contact's newest orders. */
export async function customersOfOrders(store_id: string, contact_id: string): Promise<string[]> {
  const partition = orders.child({ store_id, contact_id });
  const { records } = await orders.query(partition, { index: "child_created", limit: 50, descending: true });
  return [...new Set(records.flatMap(({ customer_id }) => customer_id ?? []))];
}

/**
 * Creates the customer of an order, or records a further order of a known one; also links an order from
 * before there were customers. It can run any number of times.
 */
export async function indexOrder(
  ctx: Context,
  { tenant_id: store_id, record_id: id }: Pick<Event, "tenant_id" | "record_id">,
): Promise<void> {
  const order = await orders.find({ store_id, id }, ctx);
  if (!order) return;
  const under = order.customer_id ?? (await owningCustomerId(ctx, store_id, order));
  if (under === null) return;
  const home = await indexVisit(ctx, visitOf(order, under));
  if (!home) return;
  const { customer_id, writes, isKnown } = home;
  if (isKnown && customer_id === order.customer_id) return;
  if (customer_id === order.customer_id) return transact(ctx, [...writes, orders.check(order)]);
  const appointments = await reindexReservations(ctx, store_id, order.reservation_ids, customer_id);
  await transact(ctx, [...writes, orders.note(order, { ...order, customer_id }), ...appointments]);
}

function visitOf(order: Order, customer_id: string, more: readonly Consent[] = []) {
  const { id, store_id, email, language, created_at: at } = order;
  const name = order.billing_address?.name ?? order.shipping_address?.name ?? null;
  const consents = [...consentsIn(order), ...more];
  const record = recordName(store_id, orders.keyOf(order));
  return { id, record, store_id, customer_id, email, name, language, consents, at, kind: "order" } as const;
}

function consentsIn({ consents, contact_id, number, created_at: at }: Order): Consent[] {
  const actor = { type: "visitor", id: contact_id };
  const said = { state: "granted", how: "checkout", at, source: number, actor } as const;
  return consents.map((consent) => ({ ...consent, ...said }));
}

/** True for a sold order of a customer while it is unknown whether it was the customer's first. */
export function isFirstOrderUnknown(order: Order): boolean {
  return order.facts.is_first === null && order.customer_id !== null && saleTimes(order).sold_at !== null;
}

/** Records whether an order was its customer's first sale. It can run any number of times. */
export function recordFirstOrder(ctx: Context, store_id: string, id: string): Promise<void> {
  return withRetries(async () => {
    const order = await orders.find({ store_id, id }, ctx);
    if (!order?.customer_id || !isFirstOrderUnknown(order)) return;
    const { customer_id, created_at: made_at, facts } = order;
    await recordFirstSale(ctx, { store_id, customer_id, sale_id: id, made_at }, (is_first) =>
      orders.note(order, { ...order, facts: { ...facts, is_first } }),
    );
  });
}

/**
 * Moves an order and its appointments to the customer into which its own customer was merged. Returns false if the
 * order stays unchanged.
 */
export function moveOrderToMergedCustomer(ctx: Context, joining: ContactMerge, id: string): Promise<boolean> {
  const { store_id } = joining;
  return withRetries(async () => {
    const order = await orders.find({ store_id, id }, ctx);
    const moved = order && ownersAfterMerge(order, order.created_at, joining);
    if (!moved) return false;
    await moveOrder(ctx, order, moved, joining.byProof);
    return true;
  });
}

/** Gives an order and its appointments other owners. By a proof it leaves its card, and its visit is the contact's. */
async function moveOrder(
  ctx: Context,
  order: Stored<Order>,
  owners: { customer_id: string | null; contact_id?: string | null },
  isProof = false,
): Promise<void> {
  const { store_id, reservation_ids } = order;
  const left = isProof ? await unindexVisit(ctx, order) : undefined;
  const visit = left && owners.customer_id ? visitOf(order, owners.customer_id, left.consents) : undefined;
  const home = visit && (await indexVisit(ctx, visit));
  const customer_id = home?.customer_id ?? owners.customer_id;
  const appointments = await reindexReservations(ctx, store_id, reservation_ids, customer_id);
  await transact(ctx, [
    orders.note(order, { ...order, ...owners, customer_id }),
    ...appointments,
    ...(left?.writes ?? []),
    ...(home?.writes ?? []),
  ]);
}

/**
 * Moves the orders of a merged contact to the contact into which it was merged, or makes a contact with a newly proven
 * email address the customer of its orders. It runs once more later, because an index may miss the newest order.
 */
export async function followContact(ctx: Context, message: BodyOf<typeof FollowContact>): Promise<void> {
  const former = { store_id: message.tenant_id, contact_id: message.record_id };
  if (typeof message.data.merged_into_contact_id !== "string") {
    if (message.data.verified === true) await linkContactOrders(ctx, former, message);
    return;
  }
  const known = await followMerges(former);
  if (!known || known.id === former.contact_id) return;
  const source = { partitions: [orders.child(former)], index: "child_created" } as const;
  const done = await sweep(source, (rows) => moveOrders(ctx, former.store_id, rows, known.id), MAX_RUN_MS);
  await continueCascade(ctx, FollowContact, message, done);
}

async function moveOrders(
  ctx: Context,
  store_id: string,
  rows: Record<string, unknown>[],
  contact_id: string,
): Promise<number> {
  const ids = rows.slice(0, BATCH_SIZE).map(({ sk }) => ({ store_id, id: String(sk) }));
  return withRetries(async () => {
    const found = await orders.batchGet(ids, ctx);
    const moved = found.filter((order) => order.contact_id !== contact_id);
    for (const order of moved) await moveOrder(ctx, order, { contact_id, customer_id: contact_id }, true);
    return moved.length;
  });
}

/** Makes a contact that has proven its email address the customer of its orders. */
async function linkContactOrders(
  ctx: Context,
  { store_id, contact_id }: { store_id: string; contact_id: string },
  message: BodyOf<typeof FollowContact>,
): Promise<void> {
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(orders.child({ store_id, contact_id }), {
      index: "child_created",
      limit: BATCH_SIZE,
      after,
    });
    await withRetries(() => linkOrders(ctx, store_id, contact_id, page.items));
    after = page.after;
  } while (after);
  await continueCascade(ctx, FollowContact, message, true);
}

async function linkOrders(
  ctx: Context,
  store_id: string,
  contact_id: string,
  rows: Record<string, unknown>[],
): Promise<void> {
  const found = await orders.batchGet(
    rows.map(({ sk }) => ({ store_id, id: String(sk) })),
    ctx,
  );
  const own = found.filter((order) => order.contact_id === contact_id && order.customer_id !== contact_id);
  for (const order of own) await moveOrder(ctx, order, { customer_id: contact_id }, true);
}
