import type { FieldError } from "#core/errors.ts";
import type { Judged } from "#lib/commerce/carts/judge.ts";
import { fingerprintOf, quotedTotal } from "#lib/commerce/carts/quote.ts";
import type { CheckoutCart } from "#lib/commerce/carts/request-schema.ts";
import type { Cart, Shown } from "#lib/commerce/carts/schema.ts";
import { thingOf } from "#lib/commerce/carts/unit.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";

/**
 * Refuses a checkout that would charge what its customer was not shown: the amount or quote named, else the last quote
 * of the same customer, else the unit prices that the cart last answered. Lines that the buyer changed refuse nothing.
 */
export async function checkShown(
  cart: Cart,
  judged: Judged,
  input: Pick<CheckoutCart, "amount" | "quote_id" | "quoteId">,
  principal: string,
): Promise<void> {
  const { currency } = judged.market;
  const { total } = judged.priced;
  const quoteId = input.quote_id ?? input.quoteId;
  if (input.amount != null && input.amount !== total) throw differs(total, input.amount, currency);
  const known = quoteId == null || quoteId === cart.quoted?.quote_id;
  if (!known) {
    const named = await quotedTotal(cart, quoteId);
    if (named.total !== total || named.currency !== currency) throw differs(total, named.total, currency);
    return;
  }
  const own = cart.quoted && (quoteId != null || cart.quoted.principal === principal) ? cart.quoted : null;
  const errors = differences(cart, judged, own ?? cart.answered, quoteId != null);
  if (errors.length === 0) return;
  const [first] = errors;
  const message = `The price has changed: ${first?.field} ${first?.message}. Ask for a quote and try again.`;
  throw PAYMENT.INVALID_AMOUNT({ message, validationErrors: errors });
}

function differences(
  cart: Cart,
  { units, priced, market }: Judged,
  shown: Shown | null,
  isNamed: boolean,
): FieldError[] {
  if (!shown) return [];
  const { currency } = market;
  const lines = units.flatMap((unit) => {
    const thing = thingOf(unit);
    const old = shown.lines.find((line) => line.line_id === unit.line.id && line.thing === thing);
    const now = unit.price ?? 0;
    return old && old.unit_price !== now && !unit.reason
      ? [change(unit.line.id, old.unit_price, now, currency)]
      : [];
  });
  const { sums } = shown;
  // A quote that is named is to be charged as it is, whatever the buyer has changed since.
  const same = sums && (isNamed || shown.fingerprint === fingerprintOf(cart));
  if (lines.length > 0 || !same) return lines;
  const names = ["discount", "shipping", "tax", "total"] as const;
  return names.flatMap((name) =>
    sums[name] === priced[name] ? [] : [change(name, sums[name], priced[name], currency)],
  );
}

function change(field: string, old: number, now: number, currency: string): FieldError {
  const message = `is ${moneyText(now, currency)} now, and was ${moneyText(old, currency)}`;
  return { field, message, error: PAYMENT.INVALID_AMOUNT.code, old, new: now };
}

function differs(now: number, named: number, currency: string): Error {
  const message = `The price is ${moneyText(now, currency)} now, and not ${moneyText(named, currency)}. Ask for a quote and try again.`;
  return PAYMENT.INVALID_AMOUNT({ message, validationErrors: [change("amount", named, now, currency)] });
}
