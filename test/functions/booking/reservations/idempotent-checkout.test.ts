import { expect, test } from "vitest";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { itemsOfPartitions, ledgerOf } from "#test/support/bookings.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { somebody } from "#test/support/world.ts";

const REQUESTS = 50;

test("50 concurrent uses of one Idempotency-Key make one reservation, charge and answer", async () => {
  const { businessId, serviceId, providerId, owner } = await openSalon({ provider: { concurrentLimit: 99 } });
  await ok(promoCodes.createPromoCode, {
    params: { storeId: businessId },
    as: owner,
    body: { code: "TEN", discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }] },
  });
  const request = {
    as: await somebody(),
    body: {
      paymentMethod: "credit_card",
      market: "eu",
      promoCode: "TEN",
      parts: [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }],
    },
    headers: { "idempotency-key": "once" },
  };
  const replies = await Promise.all(
    Array.from({ length: REQUESTS }, () => call(reservations.checkoutReservation, request)),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(REQUESTS).fill(201));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const all = await ok(businessReservations.listBusinessReservations, { params: { businessId }, as: owner });
  expect(all.items).toHaveLength(1);
  const id = all.items[0]?.id ?? "";
  expect(await ledgerOf(businessId, id)).toEqual({
    status: "CREATED",
    payments: [{ status: "pending", captured: 0, refunded: 0 }],
    booked: [{ from: 8, to: 9, firm: false }],
    redemption: "taken",
    events: ["payment.created", "reservation.created"],
  });
  expect(await itemsOfPartitions(...attempts.partitions({ tenant_id: businessId }))).toHaveLength(1);
  const again = await call(reservations.checkoutReservation, request);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.body).toEqual(replies[0]?.body);
  const other = { ...request, body: { ...request.body, promoCode: undefined } };
  expect(await refused(reservations.checkoutReservation, other)).toMatchObject({
    status: 409,
    error: "GENERAL.IDEMPOTENCY_KEY_REUSED",
  });
});
