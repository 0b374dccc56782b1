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
  /** Status of the payment when its page is closed, which is also the end of its event's type. */
  status: "authorized" | "captured";
  /** Whether the race happens before or after the order is written. */
  when: "before" | "after";
  meanwhile(at: PlacedOrder): Promise<unknown>;
  announced: string;
}

const holdEnds = ({ shop, orderId }: PlacedOrder) =>
  processDueOrder(
    workerContext(orderWorkers.processDueOrders, () => LATER),
    shop.id,
    orderId,
  );

/** What can happen after a payment page is closed and around the write that records it. */
const RACES = {
  "its money does not come": {
    status: "authorized",
    when: "after",
    async meanwhile({ shop, paymentId }) {
      await decidePayment(shop.id, paymentId, "failed");
      await withRetries(() =>
        syncPayment(testContext(), { tenant_id: shop.id, payment_id: paymentId, n: 1 }),
      );
    },
    announced: "order.payment_failed",
  },
  "its hold ends": { status: "captured", when: "before", meanwhile: holdEnds, announced: "cart.converted" },
  "its hold ends and its goods are gone": {
    status: "captured",
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
    announced: "order.payment_refused",
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

/** Closes a payment page, and once does something right before or after the write that records its state. */
async function race({ run }: PageCloser, at: PlacedOrder, { status, when, meanwhile }: Race): Promise<void> {
  await decidePayment(at.shop.id, at.paymentId, status);
  let met = false;
  await interceptCalls(
    async (_, next, input) => {
      const notes = !met && JSON.stringify(input).includes(`payment.${status}`);
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
  "$name announces the outcome of a page that it closes, also what happens concurrently",
  async (closer) => {
    const shop = await openShop();
    for (const each of Object.values(RACES)) {
      const at = await placeOrder(shop);
      await withoutSubscribers(shop, () => race(closer, at, each));
      const types = (await eventsBy(closer.id, at)).map(({ type }) => type);
      expect(types).toContain(each.announced);
    }
  },
);

test.each([
  { closer: FOLLOWS_CANCELLATION, race: "its money does not come", announced: ["order.payment_failed"] },
  // Its appointment is not booked again, so nothing takes the money.
  { closer: FOLLOWS_CANCELLATION, race: "its hold ends", announced: ["order.payment_refused"] },
  {
    closer: FOLLOWS_PART_REMOVAL,
    race: "its hold ends",
    announced: ["cart.converted", "reservation.confirmed"],
  },
] as const)("$closer.name announces the outcome of a page that it closes, also when $race", async (row) => {
  const shop = await openShop();
  const at = await placeOrder(shop, [haircut(shop, 0), haircut(shop, 3)]);
  await withoutSubscribers(shop, () => race(row.closer, at, RACES[row.race]));
  const types = (await eventsBy(row.closer.id, at)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining([...row.announced]));
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

/** Items of an order: an appointment, if its payment page is closed by the worker that follows reservations. */
const goodsFor = (closer: PageCloser, shop: Shop) => (closer === FOLLOWS_CANCELLATION ? [haircut(shop)] : []);

test("whoever closes a payment page announces a dispute about its payment", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  for (const closer of [...CLOSERS, FOLLOWS_CANCELLATION]) {
    const at = await placeOrder(shop, goodsFor(closer, shop));
    await till.approve(at.url);
    await till.desk.dispute((await till.session(at.paymentId)).intent ?? "", 700);
    await withoutSubscribers(shop, () => closer.run(at));
    const types = (await eventsBy(closer.id, at)).map(({ type }) => type);
    expect(types, closer.name).toEqual(expect.arrayContaining(["payment.captured", "payment.updated"]));
  }
});

test("whoever closes a payment page also announces a failed refund that others requested", async () => {
  const shop = await openShop();
  const till = await openStripeStore(shop.id);
  await till.desk.waitRefunds();
  for (const closer of [...CLOSERS, FOLLOWS_CANCELLATION]) {
    const at = await placeOrder(shop, goodsFor(closer, shop));
    await till.approve(at.url);
    const run = () =>
      afterPageRead(
        at,
        () => failRefund(till, at),
        () => closer.run(at),
      );
    await withoutSubscribers(shop, () => whileQueueHeld(shop, paymentWorkers.issueRefund, run));
    const types = (await eventsBy(closer.id, at)).map(({ type }) => type);
    expect(types, closer.name).toContain("payment.refund_failed");
  }
});
