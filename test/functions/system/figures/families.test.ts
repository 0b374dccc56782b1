import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { cartWorkers, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { supportInbox } from "#functions/engagement/support/routes.ts";
import { businessPayments } from "#functions/money/payments/routes.ts";
import { figures } from "#functions/system/figures/routes.ts";
import { contacts } from "#functions/tenancy/storefront/routes.ts";
import { processDueCart } from "#lib/commerce/carts/due.ts";
import { bookByCard, waitForStatus } from "#test/support/bookings.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { dateAt, FUTURE } from "#test/support/dates.ts";
import { getFigures, recountFigures } from "#test/support/figures.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { HOUR, openSalon } from "#test/support/salon.ts";
import { createGoods, openShop, visitorWithCart } from "#test/support/shop.ts";
import { makeAgent, openConversation, pressButton, sendAsStaff, sendText } from "#test/support/support.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, openStore, somebody, visitorOf, workerContext } from "#test/support/world.ts";

const DAY = 86_400;

test("the funnel counts a cart once, from its first line, also after its contact is deleted", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const { token } = await visitorOf(shop.id);
  await ok(storefrontCarts.currentCart, { params, as: { token }, body: { market: "eu" } });
  const left = await visitorWithCart(shop, [shop.mug]);
  await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH);
  await waitForWorkers(shop.id);
  const funnel = async () => (await getFigures(shop, "funnel", { range: "7d", by: "total" })).groups[0];
  const seen = {
    carts: 2,
    checkouts: 2,
    orders_placed: 1,
    ordered: 1,
    abandoned: 0,
    recovered: 0,
    rate: 0.5,
  };
  expect(await funnel()).toMatchObject({ market: null, currency: null, totals: seen });
  const later = workerContext(cartWorkers.processDueCarts, () => Date.now() / 1000 + 2 * DAY);
  await processDueCart(later, shop.id, left.cart.id);
  await waitForWorkers(shop.id);
  expect((await funnel())?.totals).toEqual({ ...seen, abandoned: 1 });
  await ok(contacts.deleteContact, { params: { ...params, contactId: left.contactId }, as: shop.owner });
  await waitForWorkers(shop.id);
  expect((await funnel())?.totals).toEqual({ ...seen, abandoned: 1 });
  expect(await recountFigures(shop)).toMatchObject({ status: "equal", differing: 0 });
  const split = (await getFigures(shop, "funnel", { range: "7d", split: "source" })).groups[0];
  expect(split).toMatchObject({ rows: [{ id: "direct", values: { carts: 2 } }], outside: { carts: 0 } });
});

test("chats count who wrote, who answered, and how long staff took", async () => {
  const store = await openStore();
  await makeAgent(store);
  const silent = await openConversation(store.id);
  expect(silent.id).not.toBe("");
  const { talk } = await openConversation(store.id);
  await pressButton(talk, "Person");
  await sendAsStaff(store, talk.id, "Here I am.");
  await ok(supportInbox.resolveConversation, {
    params: { storeId: store.id, conversationId: talk.id },
    as: store.owner,
  });
  const other = await openConversation(store.id);
  const told = await sendText(other.talk, "bye");
  expect(told.conversation).not.toHaveProperty("asked_at");
  const { conversation } = await ok(supportInbox.getConversation, {
    params: { storeId: store.id, conversationId: talk.id },
    as: store.owner,
  });
  const moments = ["asked_at", "staff_asked_at", "staff_at", "resolved_at"] as const;
  for (const name of moments) expect(conversation[name], name).toEqual(expect.any(Number));
  expect(conversation).toMatchObject({ resolved_by: "staff" });
  await waitForWorkers(store.id);
  const [group] = (await getFigures(store, "chats", { range: "7d" })).groups;
  expect(group?.totals).toMatchObject({
    ...{ begun: 2, escalated: 1, staff_answered: 1, resolved_by_bot: 1, resolved_by_staff: 1 },
    first_answer_p50: expect.any(Number),
    first_answer_average: expect.any(Number),
  });
  const [byAgent] = (await getFigures(store, "chats", { range: "7d", split: "agent" })).groups;
  expect(byAgent?.rows).toHaveLength(1);
  expect(byAgent?.outside).toMatchObject({ begun: 0 });
  expect(await recountFigures(store)).toMatchObject({ status: "equal" });
  const params = { storeId: store.id, family: "chats" };
  for (const query of [{ market: "eu" }, { split: "product" }] as Record<string, string>[])
    expect(await refused(figures.getFigures, { params, as: store.owner, query })).toMatchObject({
      status: 400,
    });
});

test("appointments count actions on their day, and outcomes on the appointment's day", async () => {
  const salon = await openSalon();
  const { businessId, owner, serviceId, providerId } = salon;
  const store = { id: businessId, owner };
  const customer = await somebody();
  const soon = (Math.floor(Date.now() / 1000 / DAY) + 2) * DAY;
  const book = (hour: number) =>
    ok(reservations.checkoutReservation, {
      as: customer,
      body: {
        paymentMethod: "CASH",
        market: "eu",
        parts: [{ serviceId, providerId, startTime: soon + hour * HOUR }],
      },
    });
  const [kept, gone, missed] = [await book(8), await book(9), await book(10)];
  const update = (reservationId: string, body: object, as = owner) =>
    ok(businessReservations.updateBusinessReservation, { params: { businessId, reservationId }, as, body });
  await update(kept.reservationId, { items: [{ serviceId, providerId, from: soon + 12 * HOUR }] });
  await update(gone.reservationId, { status: "CANCELLED" }, customer);
  await update(missed.reservationId, { status: "NO_SHOW" });
  const read = (as: typeof owner) =>
    ok(businessReservations.getBusinessReservation, {
      params: { businessId, reservationId: gone.reservationId },
      as,
    });
  expect(await read(owner)).toMatchObject({ booked_at: expect.any(Number), cancelled_by: "customer" });
  const own = await read(customer);
  expect([own.booked_at, own.cancelled_by]).toEqual([undefined, undefined]);
  await update(kept.reservationId, { status: "COMPLETED" });
  await waitForWorkers(businessId);
  const ask = async (query: object) => (await getFigures(store, "appointments", query)).groups[0]?.totals;
  expect(await ask({ range: "7d" })).toMatchObject({
    ...{ booked: 3, moved: 1, cancelled_by_customer: 1, cancelled_by_staff: 0, due: 0 },
    lead_time_average: expect.any(Number),
  });
  const date = dateAt(soon);
  const then = { from: date, to: date };
  expect(await ask(then)).toMatchObject({
    ...{ due: 2, completed: 1, no_shows: 1, no_show_rate: 0.5, minutes_booked: 120, booked: 0 },
  });
  // Days up to ninety in the future are counted.
  const far = dateAt(FUTURE);
  const { to, from } = await getFigures(store, "appointments", { from: far, to: far });
  const ahead = (Date.parse(to) - Date.now()) / 1000 / DAY;
  expect(from).toBe(to);
  expect([Math.floor(ahead), Math.ceil(ahead)]).toContain(90);
  const [sold] = (await getFigures(store, "sales", { range: "7d" })).groups;
  expect(sold).toMatchObject({
    totals: { orders: 3, units: 3, total: 15_000, write_offs: 5000, cancelled_orders: 1, returned_units: 1 },
  });
  const [split] = (await getFigures(store, "sales", { range: "7d", split: "provider" })).groups;
  expect(split?.rows).toMatchObject([{ id: providerId, values: { units: 3, write_offs: 5000 } }]);
  const { records } = await ok(figures.getFiguresStatus, { params: { storeId: businessId }, as: owner });
  expect(records).toBe(3);
  expect(await recountFigures(store)).toMatchObject({ status: "equal" });
});

test("an appointment with its own payment is a sale, and its refunds are subtracted", async () => {
  const salon = await openSalon();
  const { businessId, owner } = salon;
  const customer = await somebody();
  const booked = await bookByCard(salon, customer);
  const sales = async () => (await getFigures({ id: businessId, owner }, "sales", { range: "7d" })).groups[0];
  await waitForWorkers(businessId);
  expect(await sales()).toBeUndefined();
  const form = {
    method: "POST",
    body: new URLSearchParams({ decision: "approve" }),
    redirect: "manual",
  } as const;
  await fetch(booked.checkoutUrl ?? "", form);
  await waitForStatus(salon, booked.reservationId, "CONFIRMED");
  await waitForWorkers(businessId);
  expect((await sales())?.totals).toMatchObject({ orders: 1, total: 5000, collected: 5000, refunds: 0 });
  await ok(businessReservations.updateBusinessReservation, {
    params: { businessId, reservationId: booked.reservationId },
    as: owner,
    body: { status: "CANCELLED" },
  });
  await ok(businessPayments.refundPayment, {
    params: { businessId },
    as: owner,
    body: { entity: booked.reservationId, amount: 5000 },
  });
  await eventually(async () => {
    await waitForWorkers(businessId);
    return (await sales())?.totals.refunds === 5000;
  }, "the refund");
  const after = (await sales())?.totals;
  expect(after).toMatchObject({ orders: 1, cancelled_orders: 1, write_offs: 0, net: 0 });
  expect(after?.refund_tax).toBe(after?.tax);
});

test("a customer has one first sale; all others are of a returning customer", async () => {
  const shop = await openShop();
  const buyer = async () => {
    const placed = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH);
    await waitForWorkers(shop.id);
    return placed.order_id;
  };
  const [first, second] = [await buyer(), await buyer()];
  const isFirst = async (orderId: string) =>
    (await ok(orders.getOrder, { params: { storeId: shop.id, orderId }, as: shop.owner })).facts.is_first;
  await eventually(async () => {
    await waitForWorkers(shop.id);
    return (await isFirst(second)) !== null;
  }, "the second being known");
  expect([await isFirst(first), await isFirst(second)]).toEqual([true, false]);
  const [group] = (await getFigures(shop, "sales", { range: "7d" })).groups;
  expect(group?.totals).toMatchObject({ first_orders: 1, returning_orders: 1, first_share: 0.5 });
});

test("figures come as CSV with a line per point or row, and unknown values empty", async () => {
  const shop = await openShop({ price: 1190 });
  const promo = await createGoods(shop, "plate", { amount: 250, units: 5 });
  await checkout(shop.id, await visitorWithCart(shop, [shop.mug, promo]), BY_CASH);
  await waitForWorkers(shop.id);
  const file = async (query: Record<string, string>) => {
    const params = { storeId: shop.id, family: "sales" };
    const { headers, body } = await call(figures.getFigures, {
      params,
      as: shop.owner,
      query: { format: "csv", ...query },
    });
    return { name: headers.get("content-disposition") ?? "", lines: String(body).trimEnd().split("\n") };
  };
  const days = await file({ range: "7d" });
  expect(days.name).toMatch(/^attachment; filename="figures-sales-[\d-]{10}-[\d-]{10}\.csv"$/);
  expect(days.lines).toHaveLength(8);
  const [heading = "", ...lines] = days.lines.map((line) => line.split(","));
  const points = lines.map((line) => Object.fromEntries([...heading].map((name, at) => [name, line[at]])));
  const sold = points.filter(({ orders }) => orders !== "0");
  expect(sold).toMatchObject([{ market: "eu", currency: "EUR", id: "", orders: "1", gross: "14.40" }]);
  expect(points[0]).toMatchObject({ orders: "0", gross: "0.00", average_order: "" });
  const rows = await file({ range: "7d", split: "product" });
  expect(rows.lines).toHaveLength(3);
  expect(rows.lines[2]).toContain(",plate,");
  expect(rows.lines[1]).toContain(",mug,");
});

test("a split with more rows than its limit shows the sum of the others", async () => {
  const shop = await openShop();
  const plates = await createGoods(shop, "plate", { amount: 900, units: 5 });
  await checkout(shop.id, await visitorWithCart(shop, [shop.mug, plates]), BY_CASH);
  await waitForWorkers(shop.id);
  const query = { range: "7d", split: "product", limit: 1, sort: "gross" } as const;
  const [group] = (await getFigures(shop, "sales", query)).groups;
  expect(group?.rows).toMatchObject([{ label: "mug", values: { gross: 1200 } }]);
  expect(group?.rest).toMatchObject({ gross: 900, units: 1 });
});

test("sources beyond what a shop can tell apart are kept as other", async () => {
  const shop = await openShop();
  const said = ["Spring.Sale", "<script>", "x".repeat(61)];
  for (const utm_source of said) {
    const { token } = await visitorOf(shop.id);
    const params = { storeId: shop.id };
    const body = { market: "eu", source: { utm_source } };
    const { id: cartId } = await ok(storefrontCarts.currentCart, { params, as: { token }, body });
    await ok(storefrontCarts.addVisitorCartItem, {
      params: { ...params, cartId },
      as: { token },
      body: shop.mug,
    });
  }
  await waitForWorkers(shop.id);
  const [group] = (await getFigures(shop, "funnel", { range: "7d", split: "source" })).groups;
  expect(group?.rows?.map(({ id, values }) => [id, values.carts])).toEqual([
    ["other", 2],
    ["spring.sale", 1],
  ]);
});
