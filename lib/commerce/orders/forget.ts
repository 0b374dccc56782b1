import { goOn } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { each, RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import type { Body } from "#core/queue/message.ts";
import { deleteObjects } from "#core/storage.ts";
import { cartRead, cartsOf, removal } from "#lib/commerce/carts/conversion.ts";
import { closePage } from "#lib/money/payments/pages.ts";
import { endContact } from "#lib/tenancy/visitors/forget.ts";
import { labelKey } from "./label-key.ts";
import { ForgetContact } from "./messages.ts";
import { changed, replacement } from "./record.ts";
import { release } from "./release.ts";
import type { Order } from "./schema.ts";
import { settleOrder } from "./settle.ts";
import { orders } from "./table.ts";

/**
 * Takes away what a deleted contact had: its sessions and carts; its orders keep lines and money, and lose what says
 * whose they were. What is done is not found again: it may be killed anywhere and run any number of times.
 */
export async function forgetContact(
  ctx: Context,
  message: Body<typeof ForgetContact>,
  patience = RUN_MS,
): Promise<void> {
  const { tenant_id: storeId, record_id: contactId } = message;
  const until = Date.now() + patience;
  const below = (partition: string) => ({ partitions: [partition], index: "child_created" }) as const;
  const theirs = orders.child({ store_id: storeId, contact_id: contactId });
  const carts = each(({ sk }) => dropCart(ctx, storeId, String(sk)));
  const own = each(({ sk }) => anonymise(ctx, storeId, contactId, String(sk)));
  const done =
    (await endContact(ctx, storeId, contactId, until - Date.now())) &&
    (await sweep(below(cartsOf(storeId, contactId)), carts, until - Date.now())) &&
    (await sweep(below(theirs), own, until - Date.now()));
  await goOn(ctx, ForgetContact, message, done);
}

// What is held for a cart that is being paid for is free first; money that has come stays with its order.
async function dropCart(ctx: Context, store_id: string, id: string): Promise<boolean> {
  const cart = await cartOf(store_id, id);
  if (!cart) return false;
  const order = cart.converted_order_id;
  if (order && !cart.is_bought) await takeBack(ctx, store_id, order);
  const now = await cartOf(store_id, id);
  if (now) await transact(ctx, removal(now));
  return now !== undefined;
}

async function cartOf(storeId: string, id: string) {
  const batch = readBatch();
  const cart = batch.add(cartRead(storeId, id));
  await batch.run();
  return cart();
}

async function takeBack(ctx: Context, store_id: string, id: string): Promise<void> {
  const order = await orders.find({ store_id, id }, ctx);
  if (order?.status !== "pending" || !order.payment.id) return;
  const end = await closePage(ctx, store_id, order.payment.id);
  if (end === "paid") await settleOrder(ctx, store_id, id);
  else await release(ctx, store_id, id, "cart_changed");
}

async function anonymise(ctx: Context, store_id: string, contactId: string, id: string): Promise<boolean> {
  const order = await orders.find({ store_id, id }, ctx);
  if (order?.contact_id !== contactId) return false;
  await deleteObjects(
    env("MEDIA_BUCKET"),
    order.shipments.flatMap(({ id: shipment, label_url }) => (label_url ? labelKey(store_id, shipment) : [])),
  );
  const after = unnamed(changed(ctx, order, withoutPerson(order), "anonymised"), contactId);
  await transact(ctx, replacement(ctx, order, after));
  return true;
}

function withoutPerson({ shipments, returns }: Order): Partial<Order> {
  return {
    contact_id: null,
    email: null,
    shipping_address: null,
    billing_address: null,
    forms: [],
    return_url: null,
    cancel_url: null,
    shipments: shipments.map((shipment) => ({ ...shipment, label_url: null })),
    returns: returns.map((each) => ({ ...each, reason: null, note: null })),
  };
}

function unnamed(order: Stored<Order>, contactId: string): Stored<Order> {
  const without = <T extends { actor: { type: string; id: string } }>(line: T): T =>
    line.actor.id === contactId ? { ...line, actor: { ...line.actor, id: "" } } : line;
  return { ...order, history: order.history.map(without), entries: order.entries.map(without) };
}
