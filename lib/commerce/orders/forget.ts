// Deletes the personal data of visitors who were deleted or never came back.

import { continueCascade } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems, readTogether } from "#core/dynamo/read.ts";
import { MAX_RUN_MS, rowByRow, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import type { BodyOf } from "#core/queue/message.ts";
import { deleteObjects } from "#core/storage.ts";
import { anonymiseReservations } from "#lib/booking/reservations/forget.ts";
import {
  cartAnonymisation,
  cartRead,
  cartRemoval,
  contactCartsPartition,
} from "#lib/commerce/carts/record.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { endContact, removeContact, touchContact } from "#lib/tenancy/visitors/delete-contact.ts";
import { unindexVisit } from "#lib/tenancy/visitors/index-visit.ts";
import { contactsDue } from "#lib/tenancy/visitors/service.ts";
import { endUnpaidOrder } from "./holds.ts";
import { ForgetContact } from "./messages.ts";
import { labelKey } from "./parcels.ts";
import { reconcileOrderPayment } from "./reconcile-payment.ts";
import { orderReplacement } from "./record.ts";
import type { Order } from "./schema.ts";
import { changedOrder } from "./statuses.ts";
import { orders } from "./table.ts";

/**
 * Deletes the sessions and carts of a deleted contact and anonymises its orders, which keep lines and money.
 * Finished work is not found again, so it can stop anywhere and run any number of times.
 */
export async function forgetContact(
  ctx: Context,
  message: BodyOf<typeof ForgetContact>,
  patience = MAX_RUN_MS,
): Promise<void> {
  const { tenant_id: storeId, record_id: contactId } = message;
  const until = Date.now() + patience;
  const below = (partition: string) => ({ partitions: [partition], index: "child_created" }) as const;
  const theirs = orders.child({ store_id: storeId, contact_id: contactId });
  const carts = rowByRow(({ sk }) => deleteCart(ctx, storeId, String(sk)));
  const own = rowByRow(({ sk }) => anonymise(ctx, storeId, contactId, String(sk)));
  const done =
    (await endContact(ctx, storeId, contactId, until - Date.now())) &&
    (await sweep(below(contactCartsPartition(storeId, contactId)), carts, until - Date.now())) &&
    (await sweep(below(theirs), own, until - Date.now()));
  await continueCascade(ctx, ForgetContact, message, done);
}

// The unpaid order of a cart is cancelled first, which releases its holds. Received money stays with the order.
async function deleteCart(ctx: Context, store_id: string, id: string): Promise<boolean> {
  const cart = await findCart(store_id, id);
  if (!cart) return false;
  const order = cart.converted_order_id;
  if (order && !cart.is_bought) await cancelUnpaidOrder(ctx, store_id, order);
  const now = await findCart(store_id, id);
  if (now) await transact(ctx, cartRemoval(now));
  return now !== undefined;
}

async function findCart(storeId: string, id: string) {
  const [cart] = await readTogether([cartRead(storeId, id)]);
  return cart;
}

async function cancelUnpaidOrder(ctx: Context, store_id: string, id: string): Promise<void> {
  const order = await orders.find({ store_id, id }, ctx);
  if (order?.status !== "pending" || !order.payment.id) return;
  const end = await closePage(ctx, store_id, order.payment.id);
  if (end === "paid") await reconcileOrderPayment(ctx, store_id, id);
  else await endUnpaidOrder(ctx, store_id, id, "returned to cart");
}

/** Anonymises an order of a deleted customer, and deletes the cart from which it was ordered. */
export async function forgetOrder(
  ctx: Context,
  store_id: string,
  contactId: string,
  id: string,
): Promise<boolean> {
  const order = await orders.find({ store_id, id }, ctx);
  if (!(await anonymise(ctx, store_id, contactId, id))) return false;
  const cart = order?.source_cart_id ? await findCart(store_id, order.source_cart_id) : undefined;
  // A cart that is still being paid for stays with its visitor, without addresses and form answers.
  if (cart) await transact(ctx, cart.is_bought ? cartRemoval(cart) : cartAnonymisation(cart));
  return true;
}

/** Removes the personal data of a deleted contact or customer from an order. */
async function anonymise(ctx: Context, store_id: string, contactId: string, id: string): Promise<boolean> {
  const order = await orders.find({ store_id, id }, ctx);
  if (!order || (order.contact_id !== contactId && order.customer_id !== contactId)) return false;
  await deleteObjects(
    env("MEDIA_BUCKET"),
    order.shipments.flatMap(({ id: shipment, label_url }) => (label_url ? labelKey(store_id, shipment) : [])),
  );
  const after = withoutNames(changedOrder(ctx, order, anonymousFields(order), "anonymised"), contactId);
  const bookings = await anonymiseReservations(ctx, store_id, order.reservation_ids);
  await transact(ctx, [
    ...orderReplacement(ctx, order, after),
    ...bookings,
    ...(await unindexVisit(ctx, order)).writes,
  ]);
  return true;
}

function anonymousFields({ shipments, returns }: Order): Partial<Order> {
  return {
    contact_id: null,
    customer_id: null,
    email: null,
    consents: [],
    shipping_address: null,
    billing_address: null,
    forms: [],
    tags: [],
    notes: [],
    return_url: null,
    cancel_url: null,
    shipments: shipments.map((shipment) => ({ ...shipment, label_url: null })),
    returns: returns.map((asked) => ({ ...asked, reason: null, note: null })),
  };
}

/** An order without the id of its contact, and without reasons, which are free text. */
function withoutNames(order: Stored<Order>, contactId: string): Stored<Order> {
  const without = <T extends { reason: string | null; actor: { type: string; id: string } }>(line: T): T => {
    const actor = line.actor.id === contactId ? { ...line.actor, id: "" } : line.actor;
    return { ...line, reason: null, actor };
  };
  return {
    ...order,
    items: order.items.map((item) => ({ ...item, status: { ...item.status, reason: null } })),
    history: order.history.map(without),
    entries: order.entries.map(without),
  };
}

export const idleContacts = contactsDue((ctx, { store_id, id }) => forgetIdleContact(ctx, store_id, id));

/**
 * Deletes a visitor without a proven email address once its session cannot be used any more. A visitor who has ordered
 * stays and is checked again later.
 */
async function forgetIdleContact(ctx: Context, store_id: string, id: string): Promise<void> {
  const theirs = orders.child({ store_id, contact_id: id });
  const { items } = await queryItems(theirs, { index: "child_created", limit: 1 });
  if (items.length > 0) await touchContact(ctx, store_id, id);
  else await removeContact(ctx, store_id, id);
}
