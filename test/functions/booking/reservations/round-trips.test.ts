import { expect, test } from "vitest";
import { watchTable } from "#core/dynamo/client.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { checkout } from "#lib/booking/reservations/checkout.ts";
import { ok } from "#test/support/client.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { personActor, testContext } from "#test/support/world.ts";

test("a card checkout with a code is one read, one transaction, one budget and one page", async () => {
  const { businessId, owner, serviceId, providerId } = await openSalon();
  const discounts = [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }];
  await ok(promoCodes.createPromoCode, {
    params: { storeId: businessId },
    as: owner,
    body: { code: "TEN", discounts },
  });
  const parts = [8, 10].map((hour) => ({
    serviceId,
    providerId,
    startTime: MONDAY + hour * HOUR,
    endTime: undefined,
  }));
  const calls: string[] = [];
  watchTable(({ command }) => calls.push(command));
  try {
    const body = { parts, promoCode: "ten", paymentMethod: "credit_card", market: "eu" };
    const booked = await checkout(testContext({ actor: personActor(owner.id) }), body, businessId);
    expect(booked).toMatchObject({ status: "CREATED", total: 9000 });
  } finally {
    watchTable(undefined);
  }
  expect(calls).toEqual([
    "UpdateItemCommand",
    "BatchGetItemCommand",
    "TransactWriteItemsCommand",
    "PutItemCommand",
  ]);
});
