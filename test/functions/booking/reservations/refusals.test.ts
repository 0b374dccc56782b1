import { beforeAll, expect, test } from "vitest";
import type { AnyErrorFactory } from "#core/errors.ts";
import type { Operation } from "#core/http/contract.ts";
import { providers } from "#functions/booking/providers/routes.ts";
import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { schedules } from "#functions/booking/schedules/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { businessPayments, payments } from "#functions/money/payments/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { PROVIDER, SERVICE } from "#lib/booking/bookables/errors.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { signedCallback } from "#lib/money/payments/sandbox.ts";
import { PROMO_CODE } from "#lib/money/promo-codes/errors.ts";
import { bookByCard, sendSandboxCallback, waitForStatus } from "#test/support/bookings.ts";
import { ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { HOUR, MONDAY, openSalon, type Salon } from "#test/support/salon.ts";
import { type Somebody, somebody } from "#test/support/world.ts";

const EIGHT = MONDAY + 8 * HOUR;
const TAKEN_TIME = { startTime: EIGHT };
const CLOSED_TIME = { startTime: MONDAY };
const ODD_TIME = { startTime: EIGHT + 1 };
const FREE_TIME = { startTime: EIGHT + 24 * HOUR };

type RefusedCall = Promise<{ status: number; error: string }>;

let salon: Salon;
let customer: Somebody;
let taken: string;

beforeAll(async () => {
  salon = await openSalon();
  customer = await somebody();
  taken = (
    await ok(reservations.createReservation, { as: salon.owner, body: { parts: [partOf(TAKEN_TIME)] } })
  ).id;
});

/** The requests that cause each error code, in both forms where there are two. */
const CASES: Record<string, () => RefusedCall[] | Promise<RefusedCall[]>> = {
  "RESERVATION.NOT_FOUND": () =>
    ["rsv_none", "none"].flatMap((reservationId) => {
      const flat = { params: { reservationId }, as: salon.owner };
      const scoped = { params: { ...businessParams(), reservationId }, as: salon.owner };
      return [
        refund({ entity: reservationId }),
        refund({ entity: `reservation:${reservationId}` }),
        refused(reservations.getReservation, flat),
        refused(reservations.updateReservation, { ...flat, body: { status: "CANCELLED" } }),
        refused(businessReservations.getBusinessReservation, scoped),
        refused(businessReservations.updateBusinessReservation, { ...scoped, body: { status: "CANCELLED" } }),
      ];
    }),
  "RESERVATION.TIME_SLOT_NOT_AVAILABLE": async () => [
    ...bookRequests(TAKEN_TIME),
    ...(await moveRequests(TAKEN_TIME)),
  ],
  "RESERVATION.OUTSIDE_WORKING_HOURS": async () => [
    ...bookRequests(CLOSED_TIME),
    ...(await moveRequests(CLOSED_TIME)),
  ],
  "RESERVATION.INVALID_TIME_RANGE": async () => [
    ...bookRequests(ODD_TIME),
    ...bookRequests({ startTime: EIGHT, endTime: EIGHT + 2 * HOUR }),
    ...bookRequests({ startTime: 1_600_000_020 }),
    ...(await moveRequests(ODD_TIME)),
    refused(schedules.listAvailableSlots, slotsRequest({ startTime: EIGHT, endTime: EIGHT })),
    refused(schedules.listAvailableSlots, slotsRequest({ from: EIGHT, to: EIGHT + 93 * 24 * HOUR })),
    refused(schedules.getAvailability, slotsRequest({ from: EIGHT, to: EIGHT - 1 })),
    refused(services.listServices, { params: businessParams(), query: { from: EIGHT, to: EIGHT } }),
    refused(providers.listProviders, { params: businessParams(), query: { from: EIGHT, to: EIGHT } }),
  ],
  "RESERVATION.FAILED_CREATE": () => [
    ...bookRequests({ ...FREE_TIME, serviceId: "svc_none" }, { businessId: salon.businessId }),
    ...bookRequests({ ...FREE_TIME, providerId: "prov_none" }),
    ...quoteRequests({ body: { parts: undefined, businessId: salon.businessId } }),
    refused(reservations.checkoutReservation, { as: customer, body: { paymentMethod: "cash" } }),
  ],
  "RESERVATION.INVALID_STATUS": () => {
    const [change, parts] = [{ status: "PENDING" }, [partOf(FREE_TIME)]];
    const beginning = { as: salon.owner, body: { parts, status: "COMPLETED" } };
    const scoped = { params: { ...businessParams(), reservationId: taken }, as: salon.owner, body: change };
    return [
      refused(reservations.updateReservation, {
        params: { reservationId: taken },
        as: salon.owner,
        body: change,
      }),
      refused(businessReservations.updateBusinessReservation, scoped),
      refused(reservations.createReservation, beginning),
      refused(businessReservations.createBusinessReservation, { ...beginning, params: businessParams() }),
    ];
  },
  "PAYMENT.NO_PROVIDER": async () => {
    const body = JSON.stringify({ paymentMethod: "credit_card", parts: [partOf(FREE_TIME)] });
    const first = await withoutSandbox(payments.quotePayment, body);
    return [Promise.resolve(first), withoutSandbox(reservations.checkoutReservation, body)];
  },
  "PAYMENT.NOT_KNOWN_YET": async () => {
    const { body, headers } = await signedCallback({
      ...{ id: "sbe_none", at: Math.floor(Date.now() / 1000) },
      ...{ tenant_id: salon.businessId, payment_id: "pay_none", n: 1 },
    });
    const params = { provider: "sandbox" };
    return [refused(payments.receivePaymentEvent, { params, raw: body, headers })];
  },
  "PAYMENT.STRIPE_ERROR": async () => {
    const own = await openSalon();
    const params = { businessId: own.businessId };
    const body = { configs: { paymentProvider: { type: "STRIPE" } } };
    await ok(businesses.updateBusiness, { params, as: own.owner, body });
    return checkoutRequests({ ...FREE_TIME }, { paymentMethod: "CREDIT_CARD", market: "eu" }, own);
  },
  "PAYMENT.INVALID_AMOUNT": async () => {
    const own = await openSalon();
    const { serviceId, businessId, owner } = own;
    const quote = await ok(payments.quotePayment, { body: { parts: [partOf(FREE_TIME, own)] } });
    const prices = [{ market: "eu", amount: 6000 }];
    await ok(services.updateService, { params: { businessId, serviceId }, as: owner, body: { prices } });
    const paid = await openSalon();
    const { reservationId, paymentId } = await bookByCard(paid, customer);
    const tooEarly = await refund({ entity: reservationId }, paid);
    await sendSandboxCallback(paid, paymentId ?? "", "captured");
    await waitForStatus(paid, reservationId, "CONFIRMED");
    return [
      Promise.resolve(tooEarly),
      refund({ entity: `reservation:${reservationId}`, amount: 5001 }, paid),
      refund({ entity: taken }),
      ...checkoutRequests(FREE_TIME, { amount: 5999 }, own),
      // A quote with the old price.
      ...checkoutRequests(FREE_TIME, { quoteId: quote.id }, own),
    ];
  },
  "PAYMENT.METHOD_UNKNOWN": () => [
    ...checkoutRequests(FREE_TIME, { paymentMethod: "bitcoin" }),
    ...quoteRequests({ body: { paymentMethodId: "bitcoin" } }),
  ],
  "PAYMENT.PROMO_CODE_INVALID": async () => {
    const past = { type: "DATE_RANGE", value: { type: "DATE_RANGE", value: { end: 1_000_000_000 } } };
    const large = { type: "MIN_ORDER_AMOUNT", value: { type: "AMOUNT", value: 5001 } };
    await createCode("past", [past]);
    await createCode("large", [large]);
    return ["nothing", "past", "large"].flatMap((promoCode) => [
      ...checkoutRequests(FREE_TIME, { promoCode }),
      ...quoteRequests({ body: { promoCode } }),
    ]);
  },
  "PAYMENT.PROMO_CODE_LIMIT_REACHED": async () => {
    await createCode("never", [{ type: "MAX_USES", value: { type: "COUNT", value: 0 } }]);
    await createCode("once", [{ type: "MAX_USES_PER_USER", value: { type: "COUNT", value: 1 } }]);
    const parts = [partOf({ startTime: EIGHT + 48 * HOUR })];
    const body = { parts, paymentMethod: "cash", promoCode: "once" };
    await ok(reservations.checkoutReservation, { as: customer, body });
    return ["never", "once"].flatMap((promoCode) => [
      ...checkoutRequests(FREE_TIME, { promoCode }),
      ...quoteRequests({ as: customer, body: { promoCode } }),
    ]);
  },
  "PAYMENT.SIGNATURE_INVALID": () => [
    refused(payments.receivePaymentEvent, { params: { provider: "sandbox" }, raw: "{}" }),
  ],
  "PROMO_CODE.CODE_TAKEN": async () => {
    const { id: promoCodeId } = await createCode("first");
    await createCode("second");
    const params = { storeId: salon.businessId };
    const discounts = [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 0 }];
    const body = { code: "SECOND", discounts };
    return [
      refused(promoCodes.createPromoCode, { params, as: salon.owner, body }),
      refused(promoCodes.updatePromoCode, { params: { ...params, promoCodeId }, as: salon.owner, body }),
    ];
  },
  "SERVICE.KEY_TAKEN": () => createRequests(services.createService, { key: "cut" }),
  "SERVICE.SLUG_TAKEN": async () => {
    const body = { key: "a", slug: { en: "same" } };
    await ok(services.createService, { params: businessParams(), as: salon.owner, body });
    const params = { ...businessParams(), serviceId: salon.serviceId };
    return [
      ...createRequests(services.createService, { key: "b", slug: { en: "same" } }),
      refused(services.updateService, { params, as: salon.owner, body: { slug: { en: "same" } } }),
    ];
  },
  "SERVICE.ALREADY_CONNECTED": () => {
    const params = { ...businessParams(), serviceId: salon.serviceId };
    const body = { providerId: salon.providerId };
    return [refused(services.connectProvider, { params, as: salon.owner, body })];
  },
  "PROVIDER.KEY_TAKEN": () => createRequests(providers.createProvider, { key: "mira" }),
  "PROVIDER.SLUG_TAKEN": async () => {
    const body = { key: "a", slug: { en: "same" } };
    await ok(providers.createProvider, { params: businessParams(), as: salon.owner, body });
    const params = { ...businessParams(), providerId: salon.providerId };
    return [
      ...createRequests(providers.createProvider, { key: "b", slug: { en: "same" } }),
      refused(providers.updateProvider, { params, as: salon.owner, body: { slug: { en: "same" } } }),
    ];
  },
};

const CATALOGUES: Record<string, AnyErrorFactory>[] = [RESERVATION, PAYMENT, PROMO_CODE, SERVICE, PROVIDER];
const DECLARED = CATALOGUES.flatMap((catalogue) => Object.values(catalogue));

test.each(DECLARED.map(({ code, status }) => [code, status] as const))(
  "%s has the status %i wherever it occurs",
  async (code, status) => {
    const requests = await CASES[code]?.();
    if (!requests?.length) throw new Error(`${code} is declared, and no request here is answered by it.`);
    for (const [index, refusal] of (await Promise.all(requests)).entries())
      expect([index, refusal.status, refusal.error]).toEqual([index, status, code]);
  },
);

type Time = { startTime: number; endTime?: number; serviceId?: string; providerId?: string };

function businessParams() {
  return { businessId: salon.businessId };
}

function partOf(time: Time, { serviceId, providerId }: Salon = salon) {
  return { serviceId, providerId, ...time };
}

/** A request to book a time with each operation that books. */
function bookRequests(time: Time, more: { businessId?: string } = {}): RefusedCall[] {
  const body = { parts: [partOf(time)], ...more };
  return [
    ...checkoutRequests(time, more),
    refused(reservations.createReservation, { as: salon.owner, body }),
    refused(businessReservations.createBusinessReservation, {
      params: businessParams(),
      as: salon.owner,
      body,
    }),
  ];
}

function checkoutRequests(
  time: Time,
  more: Record<string, unknown> & { paymentMethod?: string },
  of: Salon = salon,
): RefusedCall[] {
  const params = { businessId: of.businessId };
  const { paymentMethod = "cash", ...rest } = more;
  const body = { paymentMethod, parts: [partOf(time, of)], ...rest };
  const { startTime: from, endTime, ...part } = partOf(time, of);
  const items = [{ ...part, from, ...(endTime === undefined ? {} : { to: endTime }) }];
  const scoped = { paymentMethodId: paymentMethod, items, ...rest };
  return [
    refused(reservations.checkoutReservation, { as: customer, body }),
    refused(businessReservations.checkoutBusinessReservation, { params, as: customer, body: scoped }),
  ];
}

function quoteRequests(request: { as?: Somebody; body: Record<string, unknown> }): RefusedCall[] {
  const body = { parts: [partOf(FREE_TIME)], ...request.body };
  return [
    refused(payments.quotePayment, { ...request, body }),
    refused(businessReservations.quoteBusinessReservation, { ...request, params: businessParams(), body }),
  ];
}

async function withoutSandbox(operation: Operation, body: string): Promise<Awaited<RefusedCall>> {
  const before = process.env.SANDBOX_PAYMENTS;
  process.env.SANDBOX_PAYMENTS = "";
  try {
    const reply = await invokeDirect(operation, { body, token: customer.token });
    return { status: reply.status, error: JSON.parse(reply.body).error };
  } finally {
    process.env.SANDBOX_PAYMENTS = before;
  }
}

let moves = 0;

/** Requests that move a reservation to a refused time; each reservation has its own day. */
async function moveRequests(time: Time): Promise<RefusedCall[]> {
  const from = partOf({ startTime: MONDAY + (24 * (3 + moves++) + 8) * HOUR });
  const { id } = await ok(reservations.createReservation, { as: salon.owner, body: { parts: [from] } });
  const body = { parts: [partOf(time)] };
  const params = { ...businessParams(), reservationId: id };
  return [
    refused(reservations.updateReservation, { params: { reservationId: id }, as: salon.owner, body }),
    refused(businessReservations.updateBusinessReservation, { params, as: salon.owner, body }),
  ];
}

function slotsRequest(query: Record<string, number>) {
  return { params: { ...businessParams(), serviceId: salon.serviceId }, query };
}

function refund(body: { entity: string; amount?: number }, { businessId, owner }: Salon = salon) {
  return refused(businessPayments.refundPayment, { params: { businessId }, as: owner, body });
}

const MARKETS = ["us", "eu"];

function createCode(code: string, conditions: Record<string, unknown>[] = []) {
  const discounts = MARKETS.map((market_id) => ({ type: "ITEMS_PERCENTAGE", market_id, bps: 0 }));
  const body = { code, discounts, conditions };
  return ok(promoCodes.createPromoCode, { params: { storeId: salon.businessId }, as: salon.owner, body });
}

function createRequests(
  operation: typeof services.createService | typeof providers.createProvider,
  body: { key: string; slug?: Record<string, string> },
): RefusedCall[] {
  return [refused(operation, { params: businessParams(), as: salon.owner, body })];
}
