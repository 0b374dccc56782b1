import { type ApiError, refuse } from "#core/errors.ts";
import type { Language } from "#core/texts/language.ts";
import { findPaymentMethod, paymentMethodsOf } from "#lib/money/markets/service.ts";
import { chosenOffer, STATE_REQUIRED, shipsFreely, stateProblem } from "#lib/money/markets/zones.ts";
import { findMarket, type Market } from "#lib/tenancy/tenants/market-schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { CART } from "./errors.ts";
import type { PricedCart } from "./pricing.ts";
import type { CartProblem } from "./problem-schema.ts";
import type { Cart } from "./schema.ts";
import { cartTexts } from "./texts.ts";

type Texts = ReturnType<typeof cartTexts>["problems"];

/** What of a cart cannot be ordered as it stands: the checkout refuses it so, and the cart says before what was typed. */
export interface Fault {
  /** Field of the cart. */
  field: string;
  says: (texts: Texts) => string;
  error: ApiError;
  /** Whether it was typed, and is not merely missing yet. */
  typed: boolean;
  /** Whether nothing can be priced with it either. */
  refusesQuote: boolean;
}

/** What is judged besides the lines. */
type Typed = Pick<Cart, "market" | "payment_method_key" | "shipping_address">;

/** All that is wrong with what a cart says besides its lines, in the order in which a checkout asks for it. */
export function faultsIn(priced: PricedCart, cart: Typed, business: Pick<Business, "configs">): Fault[] {
  return [
    marketFault(cart, business),
    stateFault(priced, cart),
    codeFault(priced),
    paymentFault(priced, cart, business),
    deliveryFault(priced, cart),
  ].filter((fault) => fault !== undefined);
}

/** What a cart says of its faults, to somebody who reads a language. */
export function problemsIn(faults: readonly Fault[], language: Language): CartProblem[] {
  const texts = cartTexts(language).problems;
  return faults
    .filter(({ typed }) => typed)
    .map(({ field, says, error }) => ({ field, code: error.code, message: says(texts) }));
}

/** A cart outlives its market. */
function marketFault({ market }: Typed, { configs }: Pick<Business, "configs">): Fault | undefined {
  if (!market || findMarket(configs.markets ?? [], market)) return undefined;
  const error = refuse("market", "is not a market of this store any more: choose another one");
  return { field: "market", says: ({ gone }) => gone(market), error, typed: true, refusesQuote: true };
}

/** A state that is none or missing would be taxed as no state where the zones of its country name states. */
function stateFault({ market }: PricedCart, { shipping_address }: Typed): Fault | undefined {
  const wrong = stateProblem(market, shipping_address);
  if (!wrong) return undefined;
  const field = "shipping_address.state";
  const isUnknown = wrong === "unknown";
  const error = refuse(field, STATE_REQUIRED);
  return { field, says: ({ state }) => state, error, typed: isUnknown, refusesQuote: isUnknown };
}

/** Of a code these hold whatever else is put into the cart. */
const FINAL = new Set(["not_found", "archived", "not_started", "expired", "market"]);

function codeFault({ units, code, refusal }: PricedCart): Fault | undefined {
  if (!refusal) return undefined;
  const { error, reason } = refusal;
  const typed = units.length > 0 || FINAL.has(reason);
  return {
    field: "promo_code",
    says: ({ codes }) => codes[reason](code),
    error,
    typed,
    refusesQuote: true,
  };
}

function paymentFault(
  { market, units, priced }: PricedCart,
  { payment_method_key: wanted }: Typed,
  business: Pick<Business, "configs">,
): Fault | undefined {
  const ways = paymentMethodsOf(business, market).length;
  const isFree = units.length > 0 && priced.total === 0;
  if (!wanted || (ways === 0 && isFree)) return undefined;
  const found = findPaymentMethod(business, market, wanted);
  if (!(found instanceof Error)) return undefined;
  const says = ({ payment }: Texts) => payment(wanted);
  return { field: "payment_method_key", says, error: found, typed: true, refusesQuote: ways > 0 };
}

function deliveryFault(priced: PricedCart, { shipping_address }: Typed): Fault | undefined {
  const { market, zone, units, ships, deliveries, methodId: wanted } = priced;
  const isKnown = wanted ? hasMethod(market, wanted) : false;
  const hasPlace = Boolean(shipping_address?.country);
  // Without its state nobody knows the zone of an address.
  if (shipsFreely(market) || stateProblem(market, shipping_address)) return undefined;
  if (!ships) return units.length === 0 && wanted && !isKnown ? unknownMethod(wanted) : undefined;
  if (!zone)
    return undeliverable("shipping_address", "the shop does not ship to this address", {
      says: ({ noZone }) => noZone,
      typed: true,
    });
  if (deliveries.length === 0)
    return undeliverable("shipping_address", "no shipping method takes this cart to this address", {
      says: ({ noMethod }) => noMethod,
      typed: hasPlace,
    });
  if (chosenOffer(deliveries, wanted)) return undefined;
  // Before the address is known, a method of any zone may be the right one.
  if (wanted && (hasPlace || !isKnown)) return unknownMethod(wanted);
  return undeliverable("shipping_method_id", CHOOSE, { says: ({ choose }) => choose, typed: false });
}

const CHOOSE = "choose one of the shipping methods of its quote as shipping_method_id";

function unknownMethod(wanted: string): Fault {
  return undeliverable("shipping_method_id", CHOOSE, {
    says: ({ delivery }) => delivery(wanted),
    typed: true,
  });
}

function undeliverable(field: string, message: string, rest: Pick<Fault, "says" | "typed">): Fault {
  const validationErrors = [{ field, message, error: CART.FAILED_CREATE.code }];
  const error = CART.FAILED_CREATE({ message, validationErrors });
  return { field, error, refusesQuote: false, ...rest };
}

function hasMethod({ zones = [] }: Pick<Market, "zones">, wanted: string): boolean {
  return zones.some(({ shippingMethods }) =>
    shippingMethods.some(({ id, key }) => id === wanted || key === wanted),
  );
}
