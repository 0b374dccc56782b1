import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import {
  type BookingLedger,
  bookByCard,
  ledgerOf,
  sendSandboxCallback,
  waitForStatus,
} from "#test/support/bookings.ts";
import { ok } from "#test/support/client.ts";
import { inParallel } from "#test/support/random.ts";
import { openSalon, type Salon } from "#test/support/salon.ts";
import { eventually, type Somebody, somebody } from "#test/support/world.ts";

/**
 * Steps of a payment, in sequence or at once. `captured`, `authorized` and `failed` are callbacks; repeated names are
 * repeated callbacks. `approve`, `delay` and `decline` are decisions on the payment page, which also cause a callback.
 * `back` is the browser's return to the shop, which reads the reservation.
 */
type Step = "captured" | "authorized" | "failed" | "approve" | "delay" | "decline" | "back";

const AS_PAID: BookingLedger = {
  status: "CONFIRMED",
  payments: [{ status: "captured", captured: 5000, refunded: 0 }],
  booked: [{ from: 8, to: 9, firm: true }],
  redemption: "taken",
  events: ["payment.captured", "payment.created", "reservation.confirmed", "reservation.created"],
};
const AS_UNPAID: BookingLedger = {
  status: "FAILED",
  payments: [{ status: "failed", captured: 0, refunded: 0 }],
  booked: [],
  redemption: "returned",
  events: ["payment.created", "payment.failed", "reservation.created", "reservation.updated"],
};
/** Events that occur only if the authorization comes before the capture. */
const EVENTS_OF_AUTHORIZATION = ["payment.authorized", "reservation.updated"];

type PaymentStory = { name: string; steps: Step[]; end: BookingLedger; ignoredEvents: string[] };

test.each<PaymentStory>([
  { name: "paid", steps: ["captured", "captured", "approve", "back"], end: AS_PAID, ignoredEvents: [] },
  {
    name: "paid after it was authorized",
    steps: ["authorized", "captured", "captured", "back"],
    end: AS_PAID,
    ignoredEvents: EVENTS_OF_AUTHORIZATION,
  },
  {
    name: "paid while it was delayed",
    steps: ["delay", "captured", "back"],
    end: AS_PAID,
    ignoredEvents: EVENTS_OF_AUTHORIZATION,
  },
  { name: "declined", steps: ["failed", "failed", "decline", "back"], end: AS_UNPAID, ignoredEvents: [] },
])("a booking that is $name ends the same in every order, and when all come at once", async (story) => {
  const { steps, end: expected, ignoredEvents } = story;
  const salon = await openSalon();
  await ok(promoCodes.createPromoCode, {
    params: { storeId: salon.businessId },
    as: salon.owner,
    body: { code: "NOTHING", discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 0 }] },
  });
  const customer = await somebody();
  const orders = [...permutations(steps).map((order) => order.map((step) => [step])), [[...steps]]];
  const ended = await inParallel(orders.length, 12, async (index) => {
    const order = orders[index] ?? [];
    // Each booking is on its own day, so that they do not wait for one another.
    const { reservationId, paymentId, checkoutUrl } = await bookByCard(salon, customer, 24 * index + 8, {
      promoCode: "nothing",
    });
    const act = stepRunner(salon, customer, { reservationId, paymentId, checkoutUrl });
    for (const together of order) await Promise.all(together.map(act));
    await eventually(
      async () => {
        const ledger = await ledgerOf(salon.businessId, reservationId);
        return (
          withoutEvents(ledger, ignoredEvents).events.length === expected.events.length &&
          ledger.status === expected.status
        );
      },
      `${JSON.stringify(order)} ending as ${expected.status}`,
    );
    return { order, reservationId, day: 24 * index };
  });
  // Checked again, as a late callback could have changed the end of another.
  for (const { order, reservationId, day } of ended) {
    const ledger = withoutEvents(await ledgerOf(salon.businessId, reservationId), ignoredEvents);
    const booked = ledger.booked.map(({ from, to, firm }) => ({ from: from - day, to: to - day, firm }));
    expect({ ...ledger, booked }, JSON.stringify(order)).toEqual(expected);
  }
});

test("a late failure changes nothing, and money after a failure is refunded once", async () => {
  const salon = await openSalon({ provider: { concurrentLimit: 100 } });
  const customer = await somebody();
  const [paid, late] = [await bookByCard(salon, customer), await bookByCard(salon, customer)];
  const send = async ({ paymentId }: typeof paid, ...types: ("captured" | "failed")[]) => {
    for (const type of types)
      expect(await Promise.all([1, 2].map(() => sendSandboxCallback(salon, paymentId ?? "", type)))).toEqual([
        200, 200,
      ]);
  };
  await send(paid, "captured", "failed");
  await send(late, "failed");
  await waitForStatus(salon, late.reservationId, "FAILED");
  await send(late, "captured");
  const ledgers = await eventually(async () => {
    const [one, other] = await Promise.all(
      [paid, late].map(({ reservationId }) => ledgerOf(salon.businessId, reservationId)),
    );
    return one?.status === "CONFIRMED" && other?.payments[0]?.refunded === 5000 && { one, other };
  }, "both being settled");
  expect(ledgers.one).toEqual({ ...AS_PAID, redemption: null });
  expect(ledgers.other).toMatchObject({
    status: "FAILED",
    booked: [],
    payments: [{ status: "captured", captured: 5000, refunded: 5000 }],
  });
  expect(ledgers.other.events.filter((type) => type === "payment.refunded")).toHaveLength(1);
});

function stepRunner(
  salon: Salon,
  customer: Somebody,
  booked: { reservationId: string; paymentId: string | null; checkoutUrl: string | null },
) {
  const { reservationId, paymentId, checkoutUrl } = booked;
  return async (step: Step): Promise<void> => {
    if (step === "back") {
      await ok(reservations.getReservation, { params: { reservationId }, as: customer });
    } else if (step === "approve" || step === "delay" || step === "decline") {
      const body = new URLSearchParams({ decision: step });
      const reply = await fetch(checkoutUrl ?? "", { method: "POST", body, redirect: "manual" });
      expect(reply.status).toBe(302);
    } else expect(await sendSandboxCallback(salon, paymentId ?? "", step)).toBe(200);
  };
}

/** Every permutation of some steps, each once. */
function permutations(steps: readonly Step[]): Step[][] {
  if (steps.length < 2) return [[...steps]];
  return [...new Set(steps)].flatMap((first) => {
    const at = steps.indexOf(first);
    return permutations(steps.toSpliced(at, 1)).map((rest) => [first, ...rest]);
  });
}

function withoutEvents(ledger: BookingLedger, ignoredEvents: readonly string[]): BookingLedger {
  return { ...ledger, events: ledger.events.filter((type) => !ignoredEvents.includes(type)) };
}
