import assert from "node:assert/strict";
import { withRetries } from "#core/dynamo/retry.ts";
import { ApiError } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { checkout } from "#lib/booking/reservations/checkout.ts";
import { reconcileReservationPayment } from "#lib/booking/reservations/reconcile-payment.ts";
import { CheckoutReservation } from "#lib/booking/reservations/request-schema.ts";
import { receivePaymentEvent } from "#lib/money/payments/callback.ts";
import { CreatePromoCode } from "#lib/money/promo-codes/schema.ts";
import { createPromoCode, getPromoCode } from "#lib/money/promo-codes/service.ts";
import { ledgerOf } from "#test/support/bookings.ts";
import { decidePayment } from "#test/support/payments.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { HOUR, MONDAY, type Salon } from "#test/support/salon.ts";
import { personActor, testContext } from "#test/support/world.ts";
import { tableFaults } from "./table-faults.ts";

/** Checkouts that compete for each use. */
const RIVALS_PER_USE = 20;
const CONCURRENCY = 60;
const LIMIT_REACHED_CODE = "PAYMENT.PROMO_CODE_LIMIT_REACHED";

type RedemptionTotals = { checkouts: number; redeemed: number; returned: number };

/**
 * Runs twenty checkouts at once for each use of a code: exactly the allowed number redeem it. Some payments then fail, and
 * exactly as many uses are free again. Conflicts and lost answers are injected.
 */
export async function redeemAtOnce(random: Random, salon: Salon, uses: number): Promise<RedemptionTotals> {
  const code = await newCode(random, salon, { type: "MAX_USES", value: uses });
  const rivals = () => Array.from({ length: RIVALS_PER_USE * uses }, () => `${newId("x")}@example.com`);
  const first = await checkOutAtOnce(random, salon, code.text, rivals());
  assert.equal(first.length, uses, `${first.length} of ${uses} uses were redeemed.`);
  const failing = random.shuffled(first).slice(0, 1 + random.int(uses));
  await inParallel(failing.length, 8, (index) => failPaymentTwice(salon, failing[index]));
  assert.equal(await usesOf(salon, code.id), uses - failing.length);
  const next = await checkOutAtOnce(random, salon, code.text, rivals());
  assert.equal(next.length, failing.length, "The returned uses are not the free ones.");
  assert.equal(await usesOf(salon, code.id), uses);
  return {
    checkouts: 2 * RIVALS_PER_USE * uses,
    redeemed: first.length + next.length,
    returned: failing.length,
  };
}

/** Guests redeem a code limited per email address, in new sessions and changed case: the limit holds. */
export async function redeemByEmail(random: Random, salon: Salon, uses: number): Promise<RedemptionTotals> {
  const code = await newCode(random, salon, { type: "MAX_USES_PER_USER", value: uses });
  const addresses = Array.from({ length: 2 }, () => `${newId("x")}@example.com`);
  const rivals = random.shuffled(
    addresses.flatMap((email) => Array.from({ length: RIVALS_PER_USE * uses }, () => email)),
  );
  const counted = (booked: BookedCheckout[]) =>
    addresses.map((address) => booked.filter(({ email }) => email === address).length);
  const first = await checkOutAtOnce(random, salon, code.text, rivals);
  assert.deepEqual(
    counted(first),
    [uses, uses],
    "An address redeemed a code too often, or not often enough.",
  );
  await failPaymentTwice(salon, first[0]);
  const next = await checkOutAtOnce(random, salon, code.text, rivals);
  assert.deepEqual(
    counted(next),
    addresses.map((address) => (address === first[0]?.email ? 1 : 0)),
  );
  return { checkouts: 2 * rivals.length, redeemed: first.length + next.length, returned: 1 };
}

type BookedCheckout = { email: string; reservationId: string; paymentId: string };

async function checkOutAtOnce(
  random: Random,
  salon: Salon,
  promoCode: string,
  emails: string[],
): Promise<BookedCheckout[]> {
  const faults = tableFaults(random, { crash: false });
  try {
    const results = await inParallel(
      emails.length,
      CONCURRENCY,
      async (index): Promise<BookedCheckout | undefined> => {
        const email = emails[index] ?? "";
        const { serviceId, providerId } = salon;
        // On many days, so that they compete only for the code.
        const startTime = MONDAY + (24 * random.int(40) + 8) * HOUR;
        const parts = [{ serviceId, providerId, startTime }];
        const input = CheckoutReservation.parse({
          parts,
          promoCode: withRandomCase(random, promoCode),
          market: "eu",
          paymentMethod: "credit_card",
          ...emailFields(random, withRandomCase(random, email)),
        });
        const { result } = await faults.strike(() =>
          checkout(guestContext(), input, salon.businessId).catch(ignoreRefusal),
        );
        return result && { email, reservationId: result.reservationId, paymentId: result.paymentId ?? "" };
      },
    );
    return results.filter((each) => each !== undefined);
  } finally {
    faults.stop();
  }
}

// A guest's email is sent as a field or in a form block.
function emailFields(random: Random, email: string) {
  if (random.chance(0.5)) return { email };
  return { blocks: [{ type: "FORM", key: "customer", value: { email } }] };
}

function ignoreRefusal(error: unknown): undefined {
  if (error instanceof ApiError && error.code === LIMIT_REACHED_CODE && error.status === 400)
    return undefined;
  throw error;
}

async function failPaymentTwice({ businessId }: Salon, booked: BookedCheckout | undefined): Promise<void> {
  assert.ok(booked);
  const { paymentId: payment_id, reservationId } = booked;
  const { body, headers } = await decidePayment(businessId, payment_id, "failed");
  const ctx = testContext();
  await Promise.all(
    [1, 2].map(async () => {
      await withRetries(() => receivePaymentEvent(ctx, { name: "sandbox" }, Buffer.from(body), headers));
      await reconcileReservationPayment(ctx, businessId, reservationId, payment_id);
    }),
  );
  const { status, redemption, booked: kept } = await ledgerOf(businessId, reservationId);
  assert.deepEqual([status, redemption, kept], ["FAILED", "returned", []]);
}

async function newCode(
  random: Random,
  { businessId }: Salon,
  { type, value }: { type: string; value: number },
) {
  const text = `Code-${random.int(1e9)}`;
  const input = CreatePromoCode.parse({
    code: text,
    discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }],
    conditions: [{ type, value: { type: "COUNT", value } }],
  });
  return { id: (await createPromoCode(testContext(), businessId, input)).id, text };
}

async function usesOf({ businessId }: Salon, id: string): Promise<number> {
  return (await getPromoCode(testContext(), businessId, id)).uses;
}

function withRandomCase(random: Random, text: string): string {
  return random.pick([text, text.toUpperCase(), text.toLowerCase(), ` ${text} `]);
}

const guestContext = () => testContext({ actor: personActor(newId("acc"), { guest: true }) });
