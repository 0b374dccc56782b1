import { type Budget, spendBudget } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changesOf } from "#core/records/record.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { choosePaymentMethod, type MarketPaymentMethod } from "#lib/money/markets/service.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import {
  beginPayment,
  type PaymentRequest,
  type PreparedPayment,
} from "#lib/money/payments/begin-payment.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { abandonPayment, getPaymentPage, openPage, type PaymentPage } from "#lib/money/payments/pages.ts";
import { countsByPerson, redeemPromoCode } from "#lib/money/promo-codes/redemption.ts";
import { checkTenantNotDeleted } from "#lib/tenancy/access/authorize.ts";
import { checkReturnUrl } from "#lib/tenancy/tenants/origins.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import { type Customer, customerIdOfBooking, customerOf } from "./customer.ts";
import { noPartsError, RESERVATION } from "./errors.ts";
import { fieldsOfCheckout } from "./input-fields.ts";
import { type LoadedBooking, loadBooking } from "./load-booking.ts";
import { claimsOf, partsFrom } from "./parts.ts";
import { itemOfOffer, type PricedItems, priceWithCodeTry } from "./pricing.ts";
import { openQuote, tenantOfQuote } from "./quote.ts";
import { newReservation, reservationCreation } from "./record.ts";
import type { CheckoutReservation, ReservationPartInput } from "./request-schema.ts";
import { addBookingCashHolds, requestHoldSeconds, spendOnNetwork } from "./requests.ts";
import { retryBookingOnConflict } from "./retry-booking.ts";
import { type Part, Reservation, type ReservationCheckout, ReservationCheckoutStatus } from "./schema.ts";
import { firstHoldEnd, firstStatus } from "./status-change.ts";
import { tenantOf } from "./tenant.ts";

const PERSON_BUDGET: Budget = [60, HOUR];

interface CheckoutOrder extends Omit<CheckoutReservation, "parts" | "items"> {
  businessId: string;
  parts: ReservationPartInput[];
  named: { total: number; currency?: string | undefined } | undefined;
}

type BookingResult = Omit<ReservationCheckout, "checkoutUrl" | "paymentUrl"> & {
  businessId: string;
  page?: PaymentPage | undefined;
};

/**
 * Books all parts or none, with promo code, payment and provider time in one transaction. A free or cash booking needs
 * no payment page. Otherwise the time is held until the payment comes, or until a minute after its payment page has
 * ended.
 */
export async function checkout(
  ctx: Context,
  input: CheckoutReservation,
  businessId?: string,
): Promise<BookingResult> {
  const customer = person(ctx);
  const [order] = await sideBySide([
    resolveOrder(ctx, input, businessId),
    spendBudget(ctx, "bookings", customer.id, PERSON_BUDGET),
  ]);
  await spendOnNetwork(ctx, order.businessId);
  const id = newId("rsv", ctx.clock());
  const { payment, ...booked } = await retryBookingOnConflict(async (isRetry) => {
    const wanted = { ...order, personId: customer.id, reservationId: isRetry ? id : undefined };
    const loaded = await loadBooking(ctx, order.businessId, wanted);
    // An earlier attempt of this request was committed, although its answer was lost.
    if (loaded.reservation) return { ...checkoutAnswer(loaded.reservation), payment: undefined };
    return bookParts(ctx, order, id, loaded);
  });
  return { ...booked, page: payment && (await openFirstPage(ctx, payment)) };
}

export async function viewCheckout(
  { businessId, page, ...booked }: BookingResult,
  ctx: Context,
): Promise<ReservationCheckout> {
  const { paymentId } = booked;
  const open = page ?? (paymentId ? await getPaymentPage(ctx, businessId, paymentId) : undefined);
  const url = open?.url ?? null;
  return { ...booked, checkoutUrl: url, paymentUrl: url };
}

async function bookParts(
  ctx: Context,
  order: CheckoutOrder,
  id: string,
  loaded: LoadedBooking,
): Promise<BookingResult & { payment?: PreparedPayment | undefined }> {
  const { offers, business, promo } = loaded;
  const priced = await priceWithCodeTry(ctx, business, offers.map(itemOfOffer), order, promo);
  const { market, priced: sums, amounts } = priced;
  checkAmount(sums.total, market.currency, order.named);
  const staff = await ctx.may("WRITE", order.businessId);
  const languages = namingLanguages(staff ? [] : ctx.languages, business);
  const parts = partsFrom(ctx, offers, order.parts, amounts, { languages });
  const method = choosePaymentMethod(business, market, order.paymentMethodId ?? order.paymentMethod);
  const customer = customerOf(order, loaded.person);
  const isApprovalRequired = offers.some(
    ({ service, connection }) => connection.isApprovalRequired ?? service.isApprovalRequired,
  );
  const isToPay = sums.total > 0 && method.type !== "cash";
  const status = firstStatus({ isToPay, isApprovalRequired });
  const payment = isToPay
    ? await beginPayment(ctx, business, newPayment(order, id, priced, parts, loaded))
    : undefined;
  const request = staff ? undefined : await requestHoldSeconds(ctx, business, status);
  const holdExpiresAt = firstHoldEnd(status, { now: ctx.now(), ends: payment?.holdUntil, request });
  const claims = claimsOf(parts, offers, holdExpiresAt ?? 0);
  const calendar = await loaded.calendar(claims);
  if (!claims.every((claim) => calendar.take(claim))) throw RESERVATION.TIME_SLOT_NOT_AVAILABLE();
  const uses = redemption(ctx, loaded, customer, id);
  const language = staff ? null : (ctx.language ?? null);
  const customer_id = await customerIdOfBooking(order.businessId, customer.email, person(ctx).id);
  const fields = changesOf(Reservation, fieldsOfCheckout(order), { ...customer, customer_id, language });
  const made = newReservation(ctx, fields, {
    id,
    businessId: order.businessId,
    customerId: person(ctx).id,
    market: market.key ?? market.id,
    currency: market.currency,
    status,
    parts,
    payment: paymentOf(priced, method, payment, promo?.code ?? null),
    total: sums.total,
    promoCode: promo?.code ?? null,
    isApprovalRequired,
    holdExpiresAt,
  });
  const counted = await addBookingCashHolds(ctx, made, staff);
  const { reservation } = counted;
  const writes = [
    ...reservationCreation(ctx, reservation),
    ...calendar.writes(),
    ...uses,
    ...counted.writes,
    ...(payment?.writes ?? [checkTenantNotDeleted(order.businessId)]),
  ];
  return { ...(await transact(ctx, writes, checkoutAnswer(reservation))), payment };
}

function newPayment(
  order: CheckoutOrder,
  id: string,
  { priced, market }: PricedItems,
  parts: Part[],
  { business, person: account }: LoadedBooking,
): PaymentRequest {
  return {
    tenantId: order.businessId,
    reference: id,
    amount: priced.total,
    currency: market.currency,
    lines: parts.map(({ serviceName }, index) => ({
      name: serviceName,
      quantity: 1,
      amount: priced.lines[index]?.total ?? 0,
    })),
    successUrl: checkReturnUrl(business, "successUrl", order.successUrl, { reservation_id: id }),
    cancelUrl: checkReturnUrl(business, "cancelUrl", order.cancelUrl, { reservation_id: id }),
    email: order.email ?? account?.email ?? undefined,
  };
}

// If the page does not open, a repeat with the same Idempotency-Key opens it; without a key, the time is freed.
async function openFirstPage(ctx: Context, payment: PreparedPayment): Promise<PaymentPage> {
  try {
    return await openPage(ctx, payment.attempt);
  } catch (error) {
    if (!ctx.idempotency) await abandonPayment(ctx, payment);
    throw error;
  }
}

async function resolveOrder(
  ctx: Context,
  input: CheckoutReservation,
  inPath: string | undefined,
): Promise<CheckoutOrder> {
  const sent = input.parts ?? input.items;
  const serviceIds = sent?.map(({ serviceId }) => serviceId) ?? [];
  const named = input.businessId ?? tenantOfQuote(input.quoteId);
  const businessId = await tenantOf(ctx, inPath, { named, serviceIds });
  const quoted = input.quoteId === undefined ? undefined : await openQuote(ctx, input.quoteId, businessId);
  const parts = sent ?? quoted?.parts;
  if (!parts?.length) throw noPartsError();
  return {
    ...input,
    businessId,
    // A part of a new reservation gets a new id, so that the id reveals nothing about earlier ones.
    parts: parts.map((part) => ({ ...part, id: undefined })),
    market: input.market ?? quoted?.market,
    paymentMethod: input.paymentMethodId ?? input.paymentMethod ?? quoted?.paymentMethod,
    promoCode: input.promoCode ?? quoted?.promoCode,
    promoCodeId: input.promoCodeId ?? quoted?.promoCodeId,
    named: input.amount === undefined ? quoted : { total: input.amount, currency: quoted?.currency },
  };
}

function checkAmount(total: number, currency: string, named: CheckoutOrder["named"]): void {
  const [is, was] = [moneyText(total, currency), named && moneyText(named.total, named.currency ?? currency)];
  if (was === undefined || was === is) return;
  const message = `The price is ${is} now, and not ${was}. Ask for a quote and try again.`;
  throw PAYMENT.INVALID_AMOUNT({ message });
}

// The promo code counts its uses by the account's email address, whatever email address the booking names.
function redemption(
  ctx: Context,
  { promo, person: account }: LoadedBooking,
  { email }: Customer,
  id: string,
): Write[] {
  if (!promo) return [];
  const subject = account?.email ?? email;
  if (!subject && countsByPerson(promo)) throw invalidField("email", "is needed for this promo code");
  return redeemPromoCode(ctx, promo, subject ?? person(ctx).id, id);
}

function paymentOf(
  { market, priced: { subtotal, discount, tax, total } }: PricedItems,
  method: MarketPaymentMethod,
  begun: PreparedPayment | undefined,
  promoCode: string | null,
): Reservation["payment"] {
  return {
    id: begun?.payment.id ?? null,
    type: total === 0 ? "free" : method.type,
    paymentMethodId: method.id,
    provider: begun?.payment.provider ?? null,
    status: begun ? "pending" : "none",
    market: market.key ?? market.id,
    currency: market.currency,
    subtotal,
    discount,
    tax,
    total,
    ...{ captured: 0, refunded: 0, refundPending: 0, movements: [] },
    promoCode,
    test: begun?.payment.test ?? false,
  };
}

function checkoutAnswer({ id, businessId, statuses, total, currency, payment }: Reservation): BookingResult {
  const status = ReservationCheckoutStatus.parse(statuses[0]?.status);
  return { businessId, reservationId: id, status, total, currency, paymentId: payment?.id ?? null };
}
