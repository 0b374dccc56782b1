import { type ApiError, invalidField } from "#core/errors.ts";
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

/**
 * A reason why a cart cannot be ordered. The checkout refuses with it, and the cart shows it if it comes from
 * an input.
 */
export interface Fault {
  /** Field of the cart. */
  field: string;
  says: (texts: Texts) => string;
  error: ApiError;
  /** True if an input is wrong, false if one is only missing. The cart shows only wrong inputs. */
  typed: boolean;
  /** Whether it also prevents a quote. */
  refusesQuote: boolean;
}

type CartInputs = Pick<Cart, "market" | "payment_method_key" | "shipping_address">;

/** Lists the faults of a cart besides its lines, in the order in which a checkout checks them. */
export function faultsIn(priced: PricedCart, cart: CartInputs, business: Pick<Business, "configs">): Fault[] {
  return [
    marketFault(cart, business),
    stateFault(priced, cart),
    codeFault(priced),
    paymentFault(priced, cart, business),
    deliveryFault(priced, cart),
  ].filter((fault) => fault !== undefined);
}

/** The faults that come from inputs, as messages in a language. */
export function problemsIn(faults: readonly Fault[], language: Language): CartProblem[] {
  const texts = cartTexts(language).problems;
  return faults
    .filter(({ typed }) => typed)
    .map(({ field, says, error }) => ({ field, code: error.code, message: says(texts) }));
}

/** The fault of a cart whose market the store has removed since. */
function marketFault({ market }: CartInputs, { configs }: Pick<Business, "configs">): Fault | undefined {
  if (!market || findMarket(configs.markets ?? [], market)) return undefined;
  const error = invalidField("market", "is not a market of this store any more: choose another one");
  return { field: "market", says: ({ gone }) => gone(market), error, typed: true, refusesQuote: true };
}

/** If the zones of a country name states, an unknown or missing state would be taxed wrongly. */
function stateFault({ market }: PricedCart, { shipping_address }: CartInputs): Fault | undefined {
  const wrong = stateProblem(market, shipping_address);
  if (!wrong) return undefined;
  const field = "shipping_address.state";
  const isUnknown = wrong === "unknown";
  const error = invalidField(field, STATE_REQUIRED);
  return { field, says: ({ state }) => state, error, typed: isUnknown, refusesQuote: isUnknown };
}

/** Refusals of a code that no change of the cart's lines can lift. */
const FINAL_REFUSALS = new Set(["not_found", "archived", "not_started", "expired", "market"]);

function codeFault({ units, code, refusal }: PricedCart): Fault | undefined {
  if (!refusal) return undefined;
  const { error, reason } = refusal;
  const typed = units.length > 0 || FINAL_REFUSALS.has(reason);
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
  { payment_method_key: requested }: CartInputs,
  business: Pick<Business, "configs">,
): Fault | undefined {
  const methods = paymentMethodsOf(business, market).length;
  const isFree = units.length > 0 && priced.total === 0;
  if (!requested || (methods === 0 && isFree)) return undefined;
  const found = findPaymentMethod(business, market, requested);
  if (!(found instanceof Error)) return undefined;
  const says = ({ payment }: Texts) => payment(requested);
  return { field: "payment_method_key", says, error: found, typed: true, refusesQuote: methods > 0 };
}

function deliveryFault(priced: PricedCart, { shipping_address }: CartInputs): Fault | undefined {
  const { market, zone, units, ships, deliveries, methodId: requested } = priced;
  const isKnown = requested ? hasMethod(market, requested) : false;
  const hasPlace = Boolean(shipping_address?.country);
  // The zone of an address cannot be known without its state.
  if (shipsFreely(market) || stateProblem(market, shipping_address)) return undefined;
  if (!ships) return units.length === 0 && requested && !isKnown ? unknownMethod(requested) : undefined;
  if (!zone)
    return methodFault("shipping_address", "the shop does not ship to this address", {
      says: ({ noZone }) => noZone,
      typed: true,
    });
  if (deliveries.length === 0)
    return methodFault("shipping_address", "no shipping method takes this cart to this address", {
      says: ({ noMethod }) => noMethod,
      typed: hasPlace,
    });
  if (chosenOffer(deliveries, requested)) return undefined;
  // Without an address, a method of any zone may be the right one.
  if (requested && (hasPlace || !isKnown)) return unknownMethod(requested);
  return methodFault("shipping_method_id", CHOOSE_METHOD, { says: ({ choose }) => choose, typed: false });
}

const CHOOSE_METHOD = "choose one of the shipping methods of its quote as shipping_method_id";

function unknownMethod(requested: string): Fault {
  return methodFault("shipping_method_id", CHOOSE_METHOD, {
    says: ({ delivery }) => delivery(requested),
    typed: true,
  });
}

function methodFault(field: string, message: string, rest: Pick<Fault, "says" | "typed">): Fault {
  const validationErrors = [{ field, message, error: CART.FAILED_CREATE.code }];
  const error = CART.FAILED_CREATE({ message, validationErrors });
  return { field, error, refusesQuote: false, ...rest };
}

function hasMethod({ zones = [] }: Pick<Market, "zones">, requested: string): boolean {
  return zones.some(({ shippingMethods }) =>
    shippingMethods.some(({ id, key }) => id === requested || key === requested),
  );
}
