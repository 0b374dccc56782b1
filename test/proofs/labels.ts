import assert from "node:assert/strict";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import { orderShipping, shippingProviders } from "#functions/commerce/shipping/routes.ts";
import { lookUpLabel } from "#lib/commerce/shipping/purchase.ts";
import { ShippingRate } from "#lib/commerce/shipping/schema.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { auditStock, BY_CASH, checkout, labelFor, ordersOf, PARCEL, SENDER } from "#test/support/orders.ts";
import type { Random } from "#test/support/random.ts";
import { SHIPPO_TOKEN, startShippo } from "#test/support/shippo.ts";
import { openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { testContext } from "#test/support/world.ts";
import { tableFaults } from "./table-faults.ts";

const UNITS = 3;
/** Number of the last look-up: a label that is still not bought counts as failed. */
const LAST_LOOK_UP = 3;

type Shippo = Awaited<ReturnType<typeof startShippo>>;

/**
 * Several people ship orders at once while Shippo and the table fail before, during and after calls and processes die.
 * No rate is bought twice, no label is refunded twice, no bought label is lost, and nothing is shipped beyond the order.
 */
export async function buyLabels(random: Random, count: number) {
  const shippo = await startShippo();
  const before = process.env.SHIPPO_URL ?? "";
  process.env.SHIPPO_URL = shippo.url;
  const faults = tableFaults(random);
  const totals = { orders: count, requests: 0, bought: 0, refunded: 0, faults: faults.count };
  try {
    for (let n = 0; n < count; n++) {
      const one = await openLabelOrder();
      const rates = await one.rates();
      for (let wave = 0; wave < 3; wave++) {
        const acts = Array.from({ length: 1 + random.int(3) }, () => randomAct(random, shippo, one, rates));
        totals.requests += acts.length;
        await Promise.all(acts.map((run) => faults.strike(run)));
        // A look-up runs only after all calls to Shippo have ended.
        for (const rate of rates) await faults.strike(() => one.lookUp(rate, random.int(LAST_LOOK_UP)));
      }
      await finishOrder(shippo, one, rates);
      const made = await assertLabels(shippo, one, rates);
      totals.bought += made.bought;
      totals.refunded += made.refunded;
    }
  } finally {
    faults.stop();
    process.env.SHIPPO_URL = before;
    await shippo.stop();
  }
  return totals;
}

interface LabelOrder {
  shop: Shop;
  orderId: string;
  rates(): Promise<string[]>;
  ship(rate: string, quantity: number): Promise<number>;
  refund(shipment: string): Promise<number>;
  lookUp(rate: string, looks: number): Promise<void>;
}

async function openLabelOrder(): Promise<LabelOrder> {
  const shop = await openShop({ units: 10 });
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: UNITS }]);
  const { order_id: orderId } = await checkout(shop.id, buyer, BY_CASH);
  const [order] = await ordersOf(shop.id);
  const params = { storeId: shop.id, orderId };
  const call = async (operation: Operation, more: Record<string, string>, body: object) => {
    const request = { params: { ...params, ...more }, body: JSON.stringify(body), token: shop.owner.token };
    return invokeDirect(operation, request);
  };
  const account = { type: "shippo", api_token: SHIPPO_TOKEN };
  assert.equal((await call(shippingProviders.createShippingProvider, {}, account)).status, 201);
  const ctx = testContext({ emits: orderShipping.shipOrder.emits });
  return {
    shop,
    orderId,
    async rates() {
      const { body } = await call(orderShipping.quoteRates, {}, { parcel: PARCEL, from_address: SENDER });
      return z
        .object({ rates: z.array(ShippingRate) })
        .parse(JSON.parse(body))
        .rates.map(({ id }) => id);
    },
    async ship(rate_id, quantity) {
      if (!order) throw new Error("The order is not there.");
      return (await call(orderShipping.shipOrder, {}, labelFor(order, rate_id, quantity))).status;
    },
    refund: async (shipmentId) => (await call(orderShipping.refundLabel, { shipmentId }, {})).status,
    lookUp: (rate_id, looks) =>
      lookUpLabel(ctx, { store_id: shop.id, order_id: orderId, rate_id, looks }).catch(() => undefined),
  };
}

function randomAct(random: Random, shippo: Shippo, one: LabelOrder, rates: string[]): () => Promise<unknown> {
  if (random.chance(0.3)) {
    const fault = random.pick(["none", "before", "after"] as const);
    return async () => {
      // The read itself may die too.
      const [order] = await ordersOf(one.shop.id).catch(() => []);
      const bought = order?.shipments.filter(({ label_status }) => label_status === "purchased") ?? [];
      if (bought.length === 0) return;
      if (fault !== "none") shippo.refundFaults.push(fault);
      await one.refund(random.pick(bought).id);
    };
  }
  const fault = random.pick(["none", "none", "before", "after", "refuse", "queue"] as const);
  const [rate, quantity] = [random.pick(rates), 1 + random.int(UNITS)];
  return async () => {
    if (fault !== "none") shippo.faults.push(fault);
    const status = await one.ship(rate, quantity);
    assert.ok(status < 500 || status === 500, String(status));
  };
}

/** Lets Shippo work again and looks up every unknown outcome. */
async function finishOrder(shippo: Shippo, one: LabelOrder, rates: string[]): Promise<void> {
  shippo.faults.length = 0;
  shippo.refundFaults.length = 0;
  for (const each of shippo.bought) if (each.status === "QUEUED") each.status = "SUCCESS";
  for (let tries = 0; tries < 6; tries++) for (const rate of rates) await one.lookUp(rate, LAST_LOOK_UP);
  const [order] = await ordersOf(one.shop.id);
  // Staff ask again for a label refund that got no answer.
  for (const { id, status, label_status } of order?.shipments ?? [])
    if (
      label_status === "purchased" &&
      status === "label_created" &&
      (await isLabelRefunded(shippo, one, id))
    )
      for (let tries = 0; tries < 6 && (await one.refund(id)) >= 500; tries++);
}

async function isLabelRefunded(shippo: Shippo, one: LabelOrder, shipment: string): Promise<boolean> {
  return shippo.bought.some(
    ({ metadata, status }) => metadata === `${one.orderId} ${shipment}` && status === "REFUNDPENDING",
  );
}

async function assertLabels(shippo: Shippo, one: LabelOrder, rates: string[]) {
  const mine = shippo.bought.filter(({ metadata }) => metadata.startsWith(`${one.orderId} `));
  const labels = mine.filter(({ status }) => status !== "ERROR");
  const counts = Map.groupBy(labels, ({ rate }) => rate);
  for (const [rate, bought] of counts) assert.equal(bought.length, 1, `the rate ${rate} was bought twice`);
  const [order] = await ordersOf(one.shop.id);
  assert.ok(order);
  const good = order.shipments.filter(
    ({ label_status, status }) => label_status === "purchased" && status !== "cancelled",
  );
  const back = order.shipments.filter(({ status }) => status === "cancelled");
  const kept = labels.filter(({ status }) => status === "SUCCESS");
  const states = JSON.stringify([
    order.shipments.map(({ label_status, status }) => [label_status, status]),
    mine,
  ]);
  assert.equal(good.length, kept.length, `valid labels are those that were not refunded: ${states}`);
  assert.equal(back.length, labels.length - kept.length, `refunded labels are cancelled: ${states}`);
  const open = order.shipments.filter(({ label_status }) => /requested|unknown/.test(label_status ?? ""));
  assert.deepEqual(open, [], "every outcome is known in the end");
  const sent = good.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
  assert.ok(sent <= UNITS && sent === order.items[0]?.fulfilled_quantity, `${sent} of ${UNITS} were sent`);
  await auditStock(one.shop.id, [one.shop.mug], 10);
  assert.ok(rates.length > 0);
  return { bought: labels.length, refunded: back.length };
}
