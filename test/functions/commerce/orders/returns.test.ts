import { expect, test } from "vitest";
import { orders } from "#functions/commerce/orders/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { BY_CASH, checkout, stockOf } from "#test/support/orders.ts";
import { type Random, seeded } from "#test/support/random.ts";
import { openShop, type Shop, visitorWith } from "#test/support/shop.ts";

const at = (shop: Shop, orderId: string) => ({ params: { storeId: shop.id, orderId }, as: shop.owner });
const read = (shop: Shop, orderId: string) => ok(orders.getOrder, at(shop, orderId));

type Decision = { status: string; restock?: boolean; refund?: boolean };

/** An order of mugs that was paid in cash, and what asks for them back and decides on that. */
async function mugsPaid(quantity = 2, sent = quantity) {
  const shop = await openShop();
  const { order_id } = await checkout(shop.id, await visitorWith(shop, [{ ...shop.mug, quantity }]), BY_CASH);
  const order = await ok(orders.updateOrder, { ...at(shop, order_id), body: { paid: true } });
  const order_item_id = order.items[0]?.id ?? "";
  const line = (units: number) => ({ order_item_id, quantity: units });
  const asking = (lines: ReturnType<typeof line>[]) => ({ ...at(shop, order_id), body: { lines } });
  const deciding = (returnId: string, body: Decision) => ({
    params: { storeId: shop.id, orderId: order_id, returnId },
    as: shop.owner,
    body,
  });
  if (sent > 0) await ok(orders.fulfilOrder, { ...at(shop, order_id), body: { lines: [line(sent)] } });
  return { shop, order_id, line, asking, deciding };
}

test("one item in two lines of a return is one: no more is asked back than was sent, and all of it counts", async () => {
  const { shop, order_id, line, asking, deciding } = await mugsPaid();
  expect(await refused(orders.askReturn, asking([line(2), line(1)]))).toMatchObject({
    body: { validationErrors: [{ field: line(1).order_item_id }] },
  });
  const asked = await ok(orders.askReturn, asking([line(1), line(1)]));
  expect(asked.returns).toMatchObject([{ lines: [line(2)] }]);
  const body = { status: "received", restock: true, refund: true };
  const decided = await ok(orders.decideReturn, deciding(asked.returns[0]?.id ?? "", body));
  expect(decided).toMatchObject({
    payment: { refunded: 2400 },
    items: [{ returned_quantity: 2, refunded_quantity: 2 }],
  });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 10, reserved: 0 });
  expect((await read(shop, order_id)).payment_status).toBe("refunded");
});

test("a return whose money cannot be given back is not received either", async () => {
  const { shop, order_id, line, asking, deciding } = await mugsPaid();
  const asked = await ok(orders.askReturn, asking([line(2)]));
  await ok(orders.refundOrder, { ...at(shop, order_id), body: { amount: 2000 } });
  const before = await read(shop, order_id);
  const body = { status: "received", restock: true, refund: true };
  const returnId = asked.returns[0]?.id ?? "";
  expect(await refused(orders.decideReturn, deciding(returnId, body))).toMatchObject({
    error: "PAYMENT.INVALID_AMOUNT",
  });
  expect(await read(shop, order_id)).toEqual(before);
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 8, reserved: 0 });
});

test("a refund that put goods on sale again leaves none for a return of the same goods", async () => {
  const { shop, order_id, line, asking, deciding } = await mugsPaid();
  const asked = await ok(orders.askReturn, asking([line(2)]));
  const lines = [{ ...line(1), restock: true }];
  await ok(orders.refundOrder, { ...at(shop, order_id), body: { lines } });
  const body = { status: "received", restock: true };
  expect(await refused(orders.decideReturn, deciding(asked.returns[0]?.id ?? "", body))).toMatchObject({
    body: { validationErrors: [{ message: "has 1 units that were sent and have not come back" }] },
  });
  expect(await stockOf(shop.id, shop.mug)).toEqual({ available: 9, reserved: 0 });
});

test("whatever is done to an order at once, no unit is sent, sold again or refunded twice", () =>
  seeded(async (random) => {
    const order = await mugsPaid(6, 4);
    for (let round = 0; round < 20; round++) {
      const { returns } = await read(order.shop, order.order_id);
      const open = returns.filter(({ status }) => status === "asked").map(({ id }) => id);
      await Promise.all([act(random, order, open), act(random, order, open)]);
      await holds(order);
    }
  }));

type Mugs = Awaited<ReturnType<typeof mugsPaid>>;

function act(random: Random, { shop, order_id, line, asking, deciding }: Mugs, open: string[]) {
  const units = 1 + random.int(2);
  const restock = random.chance(0.7);
  const to = at(shop, order_id);
  const ask = () => call(orders.askReturn, asking([line(units), ...(random.chance(0.5) ? [line(1)] : [])]));
  const decide = () => {
    const status = random.chance(0.9) ? "received" : "refused";
    return call(
      orders.decideReturn,
      deciding(random.pick(open), { status, restock, refund: random.chance(0.3) }),
    );
  };
  const others = [
    () => call(orders.fulfilOrder, { ...to, body: { lines: [line(units)] } }),
    () => call(orders.refundOrder, { ...to, body: { lines: [{ ...line(units), restock }] } }),
    () => call(orders.updateOrder, { ...to, body: { items: [{ ...idOf(line), cancel_quantity: units }] } }),
  ];
  if (random.chance(0.4)) return random.pick(others)();
  return open.length > 0 && random.chance(0.6) ? decide() : ask();
}

function idOf(line: Mugs["line"]) {
  return { id: line(1).order_item_id };
}

async function holds({ shop, order_id }: Mugs) {
  const { items, payment } = await read(shop, order_id);
  const [item] = items;
  if (!item) throw new Error("The order has no item.");
  const { quantity, cancelled_quantity, fulfilled_quantity, returned_quantity, refunded_quantity } = item;
  const open = quantity - cancelled_quantity - fulfilled_quantity;
  expect(open, "units that are neither sent nor cancelled").toBeGreaterThanOrEqual(0);
  expect(returned_quantity, "units that came back").toBeLessThanOrEqual(fulfilled_quantity);
  expect(refunded_quantity, "refunded units").toBeLessThanOrEqual(quantity);
  expect(payment.refunded, "money given back").toBeLessThanOrEqual(payment.captured);
  const { available, reserved } = await stockOf(shop.id, shop.mug);
  expect(reserved, "reserved units").toBe(open);
  const sellable = 10 - quantity + cancelled_quantity;
  expect(available, "units on sale").toBeGreaterThanOrEqual(sellable);
  expect(available, "units on sale").toBeLessThanOrEqual(sellable + returned_quantity);
}
