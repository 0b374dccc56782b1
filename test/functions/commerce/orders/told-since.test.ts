import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { DAY } from "#core/seconds.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { paymentReturns, payments, paymentWorkers } from "#functions/money/payments/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { syncPayment } from "#lib/money/payments/sync-payment.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { openTill } from "#test/proofs/payment-pages.ts";
import { refusedRefund } from "#test/support/between-looks.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import {
  awaitsMoney,
  comesBack,
  cut,
  type Line,
  type Ordered,
  ordered,
  readOrder,
  voucher,
} from "#test/support/ordered.ts";
import { BY_CASH, checkout, pay, tryCheckout } from "#test/support/orders.ts";
import { decided } from "#test/support/payments.ts";
import { HOUR } from "#test/support/salon.ts";
import { haircut, openShop, visitorWith } from "#test/support/shop.ts";
import { interposed } from "#test/support/table.ts";
import { hasTold, tells } from "#test/support/told.ts";
import { whileHeld } from "#test/support/while-held.ts";
import { eventually, testContext, workerContext } from "#test/support/world.ts";

const NOW = Math.floor(Date.now() / 1000);
const LATER = NOW + HOUR;

test("a buyer who comes back late hears what has become of the money since", async () => {
  const shop = await openShop({ units: 1 });
  const mug: Line = (at) => ({ ...at.mug, quantity: 1 });
  const [gone, sold] = [await ordered(shop, cut), await ordered(shop, mug)];
  await gone.is("authorized");
  await comesBack(gone);
  await awaitsMoney(shop, gone);
  await gone.is("failed");
  const ended = workerContext(orderWorkers.processDueOrders, () => LATER);
  await withRetries(() => processDueOrder(ended, shop.id, sold.id));
  await checkout(shop.id, await visitorWith(shop, [mug(shop, 0)]), BY_CASH);
  await sold.is("captured");
  // Else the worker that hears of the money could tell of the order before the request does.
  await whileHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    for (const order of [gone, sold]) await comesBack(order);
  });
  await tells(shop, paymentReturns.returnFromPayment, [
    ...["order.cancelled", "reservation.updated", "cart.updated", "order.payment_refused"],
  ]);
});

test("a buyer who comes back once more hears of what a bank asks back, and of a refund that came to nothing", async () => {
  const shop = await openShop();
  const till = await openTill(shop.id);
  const bought = await ordered(shop, voucher);
  await till.approve((await attempts.find(bought.key))?.url ?? "");
  await comesBack(bought);
  await till.desk.waitRefunds();
  // Else the worker that issues refunds could tell that this one came to nothing.
  await whileHeld(shop, paymentWorkers.issueRefund, async () => {
    await till.refund(bought.key.payment_id, 700);
    await till.issue(bought.key.payment_id);
    const [refund] = (await till.desk.books()).refunds;
    await till.desk.settleRefund(refund?.id ?? "", "failed");
    await till.desk.dispute((await till.session(bought.key.payment_id)).intent ?? "", 300);
    await comesBack(bought);
  });
  await tells(shop, paymentReturns.returnFromPayment, ["payment.refund_failed", "payment.updated"]);
});

/** Decides on the sandbox's page once more, which changes nothing there: what it says by now is found. */
async function decidesAgain({ key }: Pick<Ordered, "key">): Promise<void> {
  const url = (await attempts.find(key))?.url ?? "";
  const params = { checkoutId: url.slice(url.lastIndexOf("/") + 1) };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = { params, headers, body: "decision=approve" };
  expect((await invokeDirect(payments.decideSandboxCheckout, request)).status).toBeLessThan(400);
}

test("who sees the sandbox's page again tells what has become of its money since", async () => {
  const shop = await openShop();
  const [gone, back] = [await ordered(shop, cut), await ordered(shop, voucher)];
  await gone.is("authorized");
  await decidesAgain(gone);
  await awaitsMoney(shop, gone);
  await gone.is("failed");
  await back.givenBack();
  await whileHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    for (const order of [gone, back]) await decidesAgain(order);
  });
  const told = ["payment.refunded", "order.refunded", "order.cancelled", "cart.updated"];
  await tells(shop, payments.decideSandboxCheckout, told);
});

test("who sees an older page of the sandbox again tells of money that came on it after the next one was paid", async () => {
  const shop = await openShop();
  const buyer = await visitorWith(shop, [voucher(shop, 0)]);
  const first = await checkout(shop.id, buyer);
  const key = { tenant_id: shop.id, payment_id: first.payment.id ?? "", n: 1 };
  // Else a callback, which comes when it may, could tell of the money before who decides does.
  await whileHeld(shop, paymentWorkers.sendSandboxEvent, async () => {
    await pay(first.checkoutUrl, "decline");
    const isDeclined = async () => (await readOrder(shop, first.order_id)).payment_status === "failed";
    await eventually(isDeclined, "the card being declined");
    const { body: next } = await tryCheckout(shop.id, buyer);
    await pay("checkoutUrl" in next ? next.checkoutUrl : null);
    await decided(shop.id, key.payment_id, "captured");
    await decidesAgain({ key });
  });
  await tells(shop, payments.decideSandboxCheckout, ["payment.captured", "payment.updated"]);
});

test("the tick that ends a hold tells of the money that it finds, and that it will not come", async () => {
  const shop = await openShop();
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => LATER);
  const [declined, late] = [await ordered(shop, voucher), await ordered(shop, cut)];
  // The worker that hears of a payment would settle the orders before the tick.
  await whileHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    await declined.is("failed");
    await withRetries(() => syncPayment(testContext(), declined.key));
    await withRetries(() => processDueOrder(due, shop.id, declined.id));
    expect(await hasTold(shop, worker, ["order.payment_failed"])).toBe(true);
    // Its time is another's once its hold has ended.
    await checkout(shop.id, await visitorWith(shop, [cut(shop, 0)]), BY_CASH, LATER);
    await late.is("captured");
    await withRetries(() => syncPayment(testContext(), late.key));
    await withRetries(() => processDueOrder(due, shop.id, late.id));
    expect(await hasTold(shop, worker, ["order.payment_refused"])).toBe(true);
  });
});

test("an appointment that staff cancel tells also what was paid on the page of its order, and asked back since", async () => {
  const shop = await openShop();
  const till = await openTill(shop.id);
  const cancel = async (id: string) => {
    const reservationId = (await readOrder(shop, id)).items[0]?.reservation_id ?? "";
    const params = { businessId: shop.id, reservationId };
    const body = { status: "CANCELLED" } as const;
    await ok(businessReservations.updateBusinessReservation, { params, as: shop.owner, body });
  };
  const [promised, paid] = [await ordered(shop, cut, 0), await ordered(shop, cut, 3)];
  await till.approve((await attempts.find(promised.key))?.url ?? "", "delay");
  await till.approve((await attempts.find(paid.key))?.url ?? "");
  const { intent } = await till.session(paid.key.payment_id);
  await till.desk.refund(intent ?? "", 700);
  await till.desk.dispute(intent ?? "", 300);
  // Else the worker that hears of the money could tell of the order before the one that follows does.
  await whileHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    for (const { id } of [promised, paid]) await cancel(id);
    await tells(shop, orderWorkers.followReservation, [
      ...["payment.authorized", "payment.captured", "payment.refunded", "payment.updated"],
      ...["order.confirmed", "order.paid", "order.refunded", "order.cancelled"],
    ]);
  });
});

test("of two appointments that staff have taken on, one that they take out ends the order that waits for its money", async () => {
  const shop = await openShop();
  const lines = [haircut(shop, 0), haircut(shop, 3)];
  const { order_id: id } = await checkout(shop.id, await visitorWith(shop, lines));
  const reservationId = (await readOrder(shop, id)).items[0]?.reservation_id ?? "";
  const at = { params: { businessId: shop.id, reservationId }, as: shop.owner };
  const body = { status: "CONFIRMED" } as const;
  const { parts } = await ok(businessReservations.updateBusinessReservation, { ...at, body });
  await ok(businessReservations.updateBusinessReservation, {
    ...at,
    body: { parts: parts.slice(0, 1) as never },
  });
  await tells(shop, orderWorkers.followReservation, ["order.cancelled", "reservation.cancelled"]);
});

test("the tick that asks after money on its way tells of what a bank asks back of it", async () => {
  const shop = await openShop();
  const till = await openTill(shop.id);
  const bought = await ordered(shop, voucher);
  await till.approve((await attempts.find(bought.key))?.url ?? "", "delay");
  await comesBack(bought);
  await awaitsMoney(shop, bought);
  const session = await till.session(bought.key.payment_id);
  await till.desk.settle(session.id, "succeeded");
  await till.desk.dispute((await till.session(bought.key.payment_id)).intent ?? "", 300);
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => NOW + 2 * DAY);
  await withRetries(() => processDueOrder(due, shop.id, bought.id));
  await tells(shop, worker, ["payment.captured", "payment.updated"]);
});

test("the tick that asks after money on its way tells of a refund that came to nothing", async () => {
  const shop = await openShop();
  const till = await openTill(shop.id);
  await till.desk.waitRefunds();
  const bought = await ordered(shop, voucher);
  await till.approve((await attempts.find(bought.key))?.url ?? "", "delay");
  await comesBack(bought);
  await awaitsMoney(shop, bought);
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => NOW + 2 * DAY);
  await till.desk.settle((await till.session(bought.key.payment_id)).id, "succeeded");
  await whileHeld(shop, orderWorkers.settleOrderFromEvent, () =>
    whileHeld(shop, paymentWorkers.issueRefund, async () => {
      await refusedRefund(till, { shop, paymentId: bought.key.payment_id });
      await withRetries(() => processDueOrder(due, shop.id, bought.id));
    }),
  );
  await tells(shop, worker, ["payment.refund_failed"]);
});

test("a tick that comes to an order as another has ended its hold, and its money came then, tells that it has its cart again", async () => {
  const shop = await openShop();
  const worker = orderWorkers.processDueOrders;
  const due = workerContext(worker, () => LATER);
  const bought = await ordered(shop, voucher);
  const tick = () => processDueOrder(due, shop.id, bought.id);
  await whileHeld(shop, orderWorkers.settleOrderFromEvent, async () => {
    let met = false;
    await interposed(async (_, next) => {
      const answer = await next();
      if (met) return answer;
      met = true;
      await tick();
      await bought.is("captured");
      await withRetries(() => syncPayment(testContext(), bought.key));
      return answer;
    }, tick);
  });
  expect(await hasTold(shop, worker, ["order.cancelled", "cart.converted"])).toBe(true);
});
