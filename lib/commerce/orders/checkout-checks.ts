import { type ApiError, type FieldError, validationFailed } from "#core/errors.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import type { EvaluatedCart } from "#lib/commerce/carts/evaluate.ts";
import { nameWithOptions } from "#lib/commerce/carts/line-text.ts";
import type { Shop } from "#lib/commerce/carts/load-cart.ts";
import { fingerprintOf, quotedTotal } from "#lib/commerce/carts/quote.ts";
import type { Reason } from "#lib/commerce/carts/quote-schema.ts";
import type { CheckoutCart } from "#lib/commerce/carts/request-schema.ts";
import type { Cart, ShownPrices } from "#lib/commerce/carts/schema.ts";
import { type CartUnit, itemKey } from "#lib/commerce/carts/units.ts";
import { insufficientStock } from "#lib/commerce/inventory/plan.ts";
import type { Address } from "#lib/money/markets/address-schema.ts";
import { missingAddressFields } from "#lib/money/markets/zones.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import { ORDER } from "./errors.ts";

/** Most stock levels and provider days that one transaction can change besides its other writes. */
const MAX_TOUCHED = 60;

/** Refuses a cart that cannot be ordered for another reason than low stock. */
export function checkOrderable(
  cart: Cart,
  judged: EvaluatedCart,
  { business }: Pick<Shop, "business">,
): void {
  if (judged.units.length === 0) throw ORDER.FAILED_CREATE({ message: "the cart is empty" });
  const refusedUnits = judged.units.filter(({ reason }) => reason && reason !== "insufficient_stock");
  if (refusedUnits.length > 0) throw refusalOf(refusedUnits, namingLanguages(cart.languages, business));
  const [fault] = judged.faults;
  if (fault) throw fault.error;
  if (judged.ships && !judged.delivery?.method.locationId) checkAddress(cart.shipping_address);
  if (judged.priced.total > 0 && !judged.payment) throw PAYMENT.NO_PROVIDER();
  const places = judged.units.flatMap(({ allocations }) =>
    allocations.map(({ variant_id, location_id }) => `${variant_id} ${location_id}`),
  );
  const slots = judged.units.filter(({ appointment }) => appointment).length;
  if (new Set(places).size + 2 * slots <= MAX_TOUCHED) return;
  throw ORDER.FAILED_CREATE({ message: "it comes from too many places at once: order it in two carts" });
}

export function shortUnits({ units }: Pick<EvaluatedCart, "units">): CartUnit[] {
  return units.filter(({ reason }) => reason === "insufficient_stock");
}

export function stockError(short: readonly CartUnit[], languages: readonly string[]): ApiError {
  return insufficientStock(
    short.map(({ line, quantity, available, snapshot }) => ({
      line_id: line.id,
      variant_id: line.type === "product" ? line.variant_id : "",
      name: nameWithOptions(snapshot, languages),
      available: available ?? 0,
      quantity,
    })),
  );
}

const SLOT_ERRORS: Partial<Record<Reason, (details: { validationErrors: FieldError[] }) => ApiError>> = {
  slot_taken: (details) => RESERVATION.TIME_SLOT_NOT_AVAILABLE(details),
  outside_hours: (details) => RESERVATION.OUTSIDE_WORKING_HOURS(details),
  past: (details) => SCHEDULE.INVALID_TIME_RANGE({ message: "it is in the past", ...details }),
};
const REASON_TEXTS: Record<Reason, string> = {
  insufficient_stock: "has too little in stock",
  no_price: "has no price in the market of the cart: give it one, or begin a cart in another market",
  archived: "is not sold any more",
  deleted: "is not sold any more",
  slot_taken: "is at a time that is taken",
  outside_hours: "is at a time at which the provider does not work",
  past: "is in the past",
};

function refusalOf(refusedUnits: readonly CartUnit[], languages: readonly string[]): ApiError {
  const slot = refusedUnits.find(({ reason }) => reason && SLOT_ERRORS[reason]);
  const kind = slot?.reason && SLOT_ERRORS[slot.reason];
  const code = (details: { validationErrors: FieldError[] }) =>
    kind ? kind(details) : ORDER.FAILED_CREATE({ message: messageOf(refusedUnits, languages), ...details });
  const validationErrors = refusedUnits.map(({ line, reason }) => ({
    field: line.id,
    message: REASON_TEXTS[reason ?? "deleted"],
    error:
      reason && SLOT_ERRORS[reason]
        ? SLOT_ERRORS[reason]({ validationErrors: [] }).code
        : ORDER.FAILED_CREATE.code,
  }));
  return code({ validationErrors });
}

function messageOf(refusedUnits: readonly CartUnit[], languages: readonly string[]): string {
  return refusedUnits
    .map(
      ({ snapshot, line, reason }) =>
        `${nameWithOptions(snapshot, languages) || line.id} ${REASON_TEXTS[reason ?? "deleted"]}`,
    )
    .join("; ");
}

function checkAddress(address: Address | null): void {
  const missing = missingAddressFields(address);
  if (missing.length === 0) return;
  throw validationFailed(
    missing.map((field) => ({
      field: `shipping_address.${field}`,
      message: "is required, because an item of the cart is shipped",
      error: "FIELD.REQUIRED_MISSING",
    })),
  );
}

/**
 * Refuses a checkout at a price that its customer was not shown. It compares with the named amount or quote, else with
 * the customer's last quote, else with the unit prices of the last answer. A new line was shown no price, so it passes.
 */
export async function checkShownPrices(
  cart: Cart,
  judged: EvaluatedCart,
  input: Pick<CheckoutCart, "amount" | "quote_id" | "quoteId">,
  principal: string,
): Promise<void> {
  const { currency } = judged.market;
  const { total } = judged.priced;
  const quoteId = input.quote_id ?? input.quoteId;
  if (input.amount != null && input.amount !== total) throw priceError(total, input.amount, currency);
  const known = quoteId == null || quoteId === cart.quoted?.quote_id;
  if (!known) {
    const named = await quotedTotal(cart, quoteId);
    if (named.total !== total || named.currency !== currency) throw priceError(total, named.total, currency);
    return;
  }
  const own = cart.quoted && (quoteId != null || cart.quoted.principal === principal) ? cart.quoted : null;
  const errors = priceDifferences(cart, judged, own ?? cart.answered, quoteId != null);
  if (errors.length === 0) return;
  const [first] = errors;
  const message = `The price has changed: ${first?.field} ${first?.message}. Ask for a quote and try again.`;
  throw PAYMENT.INVALID_AMOUNT({ message, validationErrors: errors });
}

function priceDifferences(
  cart: Cart,
  { units, priced, market }: EvaluatedCart,
  shown: ShownPrices | null,
  isNamed: boolean,
): FieldError[] {
  if (!shown) return [];
  const { currency } = market;
  const lines = units.flatMap((unit) => {
    const thing = itemKey(unit);
    const old = shown.lines.find((line) => line.line_id === unit.line.id && line.thing === thing);
    const now = unit.price ?? 0;
    return old && old.unit_price !== now && !unit.reason
      ? [priceChange(unit.line.id, old.unit_price, now, currency)]
      : [];
  });
  const { sums } = shown;
  // The totals of a quote that the request names must be right, even if the buyer has changed the cart since.
  const same = sums && (isNamed || shown.fingerprint === fingerprintOf(cart));
  if (lines.length > 0 || !same) return lines;
  const names = ["discount", "shipping", "tax", "total"] as const;
  return names.flatMap((name) =>
    sums[name] === priced[name] ? [] : [priceChange(name, sums[name], priced[name], currency)],
  );
}

function priceChange(field: string, old: number, now: number, currency: string): FieldError {
  const message = `is ${moneyText(now, currency)} now, and was ${moneyText(old, currency)}`;
  return { field, message, error: PAYMENT.INVALID_AMOUNT.code, old, new: now };
}

function priceError(now: number, named: number, currency: string): Error {
  const message = `The price is ${moneyText(now, currency)} now, and not ${moneyText(named, currency)}. Ask for a quote and try again.`;
  return PAYMENT.INVALID_AMOUNT({ message, validationErrors: [priceChange("amount", named, now, currency)] });
}
