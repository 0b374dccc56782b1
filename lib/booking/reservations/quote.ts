import * as z from "zod";
import { type Context, isAnonymous } from "#core/context.ts";
import { invalidField } from "#core/errors.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { findServices } from "#lib/booking/bookables/read.ts";
import { isPublished } from "#lib/booking/bookables/status.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import { choosePaymentMethod, paymentMethodsOf } from "#lib/money/markets/service.ts";
import { totalsOf } from "#lib/money/money/pricing.ts";
import { limitGuesses } from "#lib/money/promo-codes/guess-limit.ts";
import { checkUses } from "#lib/money/promo-codes/redemption.ts";
import type { PromoCode } from "#lib/money/promo-codes/schema.ts";
import { noPartsError } from "./errors.ts";
import { type LoadedBooking, loadBooking } from "./load-booking.ts";
import { bookingProblem, claimsOf, newPart } from "./parts.ts";
import { itemOfOffer, type PricedService, priceItems } from "./pricing.ts";
import { type QuoteReservation, ReservationPartInput } from "./request-schema.ts";
import type { QuoteItem, ReservationQuote } from "./schema.ts";
import { tenantOf } from "./tenant.ts";
import { paymentTypeName } from "./view.ts";

const TOKEN_PURPOSE = "quote";
/** Seconds for which a checkout accepts a quote. */
const QUOTE_LIFETIME = 900;

/** The price and parameters that a quote's id contains. */
const QuoteClaims = z.object({
  total: z.int(),
  currency: z.string(),
  expiresAt: z.int(),
  market: z.string(),
  parts: z.array(ReservationPartInput),
  paymentMethod: z.string().optional(),
  promoCode: z.string().nullish(),
  promoCodeId: z.string().nullish(),
});
type QuoteClaims = z.output<typeof QuoteClaims>;

/** Prices a booking. Nothing is held or stored: the quote's id contains everything, encrypted. */
export async function quote(
  ctx: Context,
  input: QuoteReservation,
  businessId?: string,
): Promise<ReservationQuote> {
  const parts = input.parts ?? input.items ?? [];
  const lines = input.lines ?? [];
  if (parts.length + lines.length === 0) throw noPartsError();
  checkRanges(parts);
  const serviceIds = [
    ...parts.map(({ serviceId }) => serviceId),
    ...lines.map(({ serviceId }) => serviceId ?? ""),
  ];
  const tenantId = await tenantOf(ctx, businessId, { named: input.businessId, serviceIds });
  const personId = ctx.actor.kind === "person" ? ctx.actor.id : undefined;
  const loaded = await loadBooking(ctx, tenantId, { ...input, parts, personId });
  const items = [...loaded.offers.map(itemOfOffer), ...(await lineItems(ctx, tenantId, lines))];
  const terms = { ...input, anonymous: isAnonymous(ctx) };
  const { market, amounts, priced } = await limitGuesses(
    ctx,
    tenantId,
    input.promoCode || input.promoCodeId,
    () => priceItems(loaded.business, items, terms, loaded.promo, ctx.now()),
  );
  const method = choosePaymentMethod(loaded.business, market, input.paymentMethodId ?? input.paymentMethod);
  // The checkout counts the promo code's uses by this email address too.
  if (loaded.promo) await checkUses(loaded.promo, loaded.person?.email ?? input.email);
  const expiresAt = ctx.now() + QUOTE_LIFETIME;
  const { total } = priced;
  const money = totalsOf({ ...priced, currency: market.currency, market: market.key ?? market.id });
  const available = await availabilityOf(ctx, loaded, parts);
  const quotedItems = priced.lines.map(
    (line, index): QuoteItem => ({
      type: "service",
      serviceId: items[index]?.serviceId ?? null,
      providerId: parts[index]?.providerId ?? null,
      productId: null,
      variantId: null,
      quantity: items[index]?.quantity ?? 1,
      amount: amounts[index] ?? 0,
      ...line,
      availability: available[index] ?? { ok: true, reason: null },
    }),
  );
  const type = paymentTypeName(total === 0 ? "free" : method.type);
  const quoted: QuoteClaims = {
    total,
    currency: market.currency,
    expiresAt,
    market: market.id,
    parts,
    paymentMethod: input.paymentMethodId ?? input.paymentMethod,
    promoCode: input.promoCode,
    promoCodeId: input.promoCodeId,
  };
  return {
    id: `quote_${await sealToken(TOKEN_PURPOSE, quoted, tenantId)}.${tenantId}`,
    ...money,
    money,
    items: quotedItems,
    lineItems: quotedItems,
    available: quotedItems.every(({ availability }) => availability.ok),
    chargeAmount: total,
    paymentMethods: paymentMethodsOf(loaded.business, market),
    payment: { type, method: type, ...money },
    promoCode: loaded.promo?.code ?? null,
    promo: loaded.promo ? promoOf(loaded.promo) : null,
    expiresAt,
  };
}

/** Whether all parts together could be booked now; nothing is held. */
async function availabilityOf(
  ctx: Context,
  { offers, calendar: read }: LoadedBooking,
  requested: readonly ReservationPartInput[],
): Promise<QuoteItem["availability"][]> {
  const parts = offers.flatMap((offer, index) => {
    const part = requested[index];
    return part ? [{ offer, part, claims: claimsOf([newPart(ctx, offer, part, 0)], [offer], 0) }] : [];
  });
  const calendar = await read(parts.flatMap(({ claims }) => claims));
  return parts.map(({ offer, part, claims }) => {
    const problem = bookingProblem(ctx, offer, part);
    if (problem) return { ok: false, reason: problem.reason };
    const free = claims.every((claim) => calendar.take(claim));
    return { ok: free, reason: free ? null : "slot_taken" };
  });
}

function checkRanges(parts: readonly ReservationPartInput[]): void {
  for (const { startTime, endTime } of parts) {
    if (endTime !== undefined && endTime <= startTime)
      throw SCHEDULE.INVALID_TIME_RANGE({ message: "it ends before it begins" });
  }
}

/** The tenant in a quote's id, for paths that name none; it is verified when the quote is opened. */
export function tenantOfQuote(id: string | undefined): string | undefined {
  return id?.split(".")[1];
}

/** Opens a quote's id; throws a 400 if it is of another business or has expired. */
export async function openQuote(ctx: Context, id: string, businessId: string): Promise<QuoteClaims> {
  const [sealed = "", tenantId] = id.replace(/^quote_/, "").split(".");
  const quoted =
    tenantId === businessId ? await openToken(TOKEN_PURPOSE, sealed, QuoteClaims, businessId) : undefined;
  if (!quoted) throw invalidField("quoteId", "is not a quote of this business");
  if (quoted.expiresAt <= ctx.now()) throw invalidField("quoteId", "is of a quote that has expired");
  return quoted;
}

function promoOf({ id, code, discounts, conditions }: PromoCode): NonNullable<ReservationQuote["promo"]> {
  return { promoCodeId: id, code, discounts, conditions };
}

async function lineItems(
  ctx: Context,
  businessId: string,
  lines: NonNullable<QuoteReservation["lines"]>,
): Promise<PricedService[]> {
  if (lines.length === 0) return [];
  const product = lines.findIndex(({ productId }) => productId !== undefined);
  if (product >= 0) throw invalidField(`lines[${product}].productId`, "is quoted with its cart");
  const services = await findServices(
    businessId,
    lines.flatMap(({ serviceId }) => serviceId ?? []),
  );
  const seesAll = await ctx.may("READ", businessId);
  return lines.map(({ serviceId, quantity }, index) => {
    const service = services.find(({ id }) => id === serviceId);
    if (!service || !(seesAll || isPublished(service)))
      throw invalidField(`lines[${index}].serviceId`, "is no service");
    return { serviceId: service.id, prices: service.prices, quantity };
  });
}
