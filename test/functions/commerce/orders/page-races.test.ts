import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { paymentWorkers } from "#functions/money/payments/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { reconcileOrderPayment } from "#lib/commerce/orders/reconcile-payment.ts";
import { syncPayment } from "#lib/money/payments/sync-payment.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { afterPageRead, failRefund } from "#test/support/between-checks.ts";
import { ok } from "#test/support/client.ts";
import { whileQueueHeld } from "#test/support/hold-queue.ts";
import { checkout } from "#test/support/orders.ts";
import {
  BUYER_CANCELS,
  CANCELS_ORDER,
  CART_CHANGES,
  CONFIRMS_ORDER,
  eventsBy,
  FOLLOWS_CANCELLATION,
  FOLLOWS_PART_REMOVAL,
  FORGETS_CONTACT,
  type PageCloser,
  type PlacedOrder,
  withoutSubscribers,
} from "#test/support/payment-page-closers.ts";
import { decidePayment } from "#test/support/payments.ts";
import { HOUR } from "#test/support/salon.ts";
import { createGoods, haircut, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { interceptCalls } from "#test/support/table.ts";
import { testContext, workerContext } from "#test/support/world.ts";

const CLOSERS = [...CART_CHANGES, FORGETS_CONTACT, CANCELS_ORDER, CONFIRMS_ORDER, BUYER_CANCELS];
const LATER = Math.floor(Date.now() / 1000) + HOUR;

interface Race {
  /** State of the payment page when it is closed, and its events. */
  stands: "authorized" | "captured";
  /** Whether the race happens before or after the order is written. */
  when: "before" | "after";
  meanwhile(at: PlacedOrder): Promise<unknown>;
  told: string;
}

const holdEnds = ({ shop, orderId }: PlacedOrder) =>
  processDueOrder(
    workerContext(orderWorkers.processDueOrders, () => LATER),
    shop.id,
    orderId,
  );

/** What others can do after a payment page is closed and before the order records that. */
const RACES = {
  "its money does not come after all": {
    stands: "authorized",
    when: "after",
    async meanwhile({ shop, paymentId }) {
      await decidePayment(shop.id, paymentId, "failed");
      await withRetries(() =>
        syncPayment(testContext(), { tenant_id: shop.id, payment_id: paymentId, n: 1 }),
      );
    },
    told: "order.payment_failed",
  },
  "its hold ends": { stands: "captured", when: "before", meanwhile: holdEnds, told: "cart.converted" },
  "its hold ends and its goods are gone": {
    stands: "captured",
    when: "before",
    async meanwhile(at) {
      await holdEnds(at);
      const [line] = at.buyer.cart.items;
      const [product_id = "", variant_id = ""] = [line?.product_id ?? "", line?.variant_id ?? ""];
      await ok(products.changeInventory, {
        params: { storeId: at.shop.id, productId: product_id },
        as: at.shop.owner,
        body: { variant_id, delta: -1 },
      });
    },
    told: "order.payment_refused",
  },
} satisfies Record<string, Race>;

let goods = 0;

async function placeOrder(shop: Shop, more: Record<string, unknown>[] = []) {
  const ring = await createGoods(shop, `ring-${goods++}`, {
    amount: 700,
    units: 1,
    requires_shipping: false,
  });
  const buyer = await visitorWithCart(shop, [{ ...ring, quantity: 1 }, ...more]);
  const { order_id, payment, checkoutUrl } = await checkout(shop.id, buyer);
  return { shop, buyer, orderId: order_id, paymentId: payment.id ?? "", url: checkoutUrl ?? "" };
}

/** Closes a payment page while something else happens once, beside the transaction that records its state. */
async function race({ run }: PageCloser, at: PlacedOrder, { stands, when, meanwhile }: Race): Promise<void> {
  await decidePayment(at.shop.id, at.paymentId, stands);
  let met = false;
  await interceptCalls(
    async (_, next, input) => {
      const notes = !met && JSON.stringify(input).includes(`payment.${stands}`);
      if (!notes) return next();
      met = true;
      if (when === "before") await meanwhile(at);
      const answer = await next();
      if (when === "after") await meanwhile(at);
      return answer;
    },
    () => run(at),
  );
}

test.for(CLOSERS)(
  "$name tells what has become of a page that it closes, also of what became of it meanwhile",
  async (asker) => {
    const shop = await openShop();
    for (const each of Object.values(RACES)) {
      const at = await placeOrder(shop);
      await withoutSubscribers(shop, () => race(asker, at, each));
      const types = (await eventsBy(asker.id, at)).map(({ type }) => type);
      expect(types).toContain(each.told);
    }
  },
);

test.each([
  { asker: FOLLOWS_CANCELLATION, race: "its money does not come after all", told: ["order.payment_failed"] },
  // Its appointment is not booked again, so nothing takes the money.
  { asker: FOLLOWS_CANCELLATION, race: "its hold ends", told: ["order.payment_refused"] },
  {
    asker: FOLLOWS_PART_REMOVAL,
    race: "its hold ends",
    told: ["cart.converted", "reservation.confirmed"],
  },
] as const)("$asker.name tells what has become of a page that it closes, also when $race", async (row) => {
  const shop = await openShop();
  const at = await placeOrder(shop, [haircut(shop, 0), haircut(shop, 3)]);
  await withoutSubscribers(shop, () => race(row.asker, at, RACES[row.race]));
  const types = (await eventsBy(row.asker.id, at)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining([...row.told]));
});

test("the appointment worker announces an open cart whose pending payment failed", async () => {
  const shop = await openShop();
  const at = await placeOrder(shop, [haircut(shop, 0), haircut(shop, 3)]);
  const hears = async (outcome: "authorized" | "failed") => {
    await decidePayment(shop.id, at.paymentId, outcome);
    await withRetries(() =>
      syncPayment(testContext(), { tenant_id: shop.id, payment_id: at.paymentId, n: 1 }),
    );
  };
  await withoutSubscribers(shop, async () => {
    await hears("authorized");
    await reconcileOrderPayment(testContext(), shop.id, at.orderId);
    await afterPageRead(
      at,
      () => hears("failed"),
      () => FOLLOWS_PART_REMOVAL.run(at),
    );
  });
  const types = (await eventsBy(FOLLOWS_PART_REMOVAL.id, at)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["order.cancelled", "cart.updated", "reservation.updated"]));
});

/** The contents of an order whose payment page is closed; an appointment if the worker follows reservations. */
const goodsFor = (asker: PageCloser, shop: Shop) => (asker === FOLLOWS_CANCELLATION ? [haircut(shop)] : []);

test("whoever closes a payment page announces a dispute about its payment", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  for (const asker of [...CLOSERS, FOLLOWS_CANCELLATION]) {
    const at = await placeOrder(shop, goodsFor(asker, shop));
    await till.approve(at.url);
    await till.desk.dispute((await till.session(at.paymentId)).intent ?? "", 700);
    await withoutSubscribers(shop, () => asker.run(at));
    const types = (await eventsBy(asker.id, at)).map(({ type }) => type);
    expect(types, asker.name).toEqual(expect.arrayContaining(["payment.captured", "payment.updated"]));
  }
});

test("whoever closes a payment page also announces a failed refund that others requested", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  await till.desk.waitRefunds();
  for (const asker of [...CLOSERS, FOLLOWS_CANCELLATION]) {
    const at = await placeOrder(shop, goodsFor(asker, shop));
    await till.approve(at.url);
    const run = () =>
      afterPageRead(
        at,
        () => failRefund(till, at),
        () => asker.run(at),
      );
    await withoutSubscribers(shop, () => whileQueueHeld(shop, paymentWorkers.issueRefund, run));
    const types = (await eventsBy(asker.id, at)).map(({ type }) => type);
    expect(types, asker.name).toContain("payment.refund_failed");
  }
});
