import { type Context, isAnonymous } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { ReadBatch } from "#core/dynamo/read.ts";
import type { Calendar } from "#lib/booking/schedules/bookings.ts";
import { type Places, planAllocations } from "#lib/commerce/inventory/plan.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { defaultLocation } from "#lib/commerce/locations/location-book.ts";
import type { Location } from "#lib/commerce/locations/schema.ts";
import {
  choosePaymentMethod,
  type MarketPaymentMethod,
  paymentMethodsOf,
} from "#lib/money/markets/service.ts";
import { limitGuesses } from "#lib/money/promo-codes/guess-limit.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import type { Contact } from "#lib/tenancy/visitors/schema.ts";
import { contactRead } from "#lib/tenancy/visitors/service.ts";
import { takeSlots } from "./appointments.ts";
import { type Fault, faultsIn, problemsIn } from "./faults.ts";
import { type LoadedLines, loadLines, type Shop } from "./load-cart.ts";
import { isCodeTried, type PricedCart, priceCart } from "./pricing.ts";
import type { CartProblem } from "./problem-schema.ts";
import type { Cart } from "./schema.ts";
import type { CartUnit } from "./units.ts";

/** A cart with its current prices, stock allocations and reasons why it cannot be bought. */
export interface EvaluatedCart extends PricedCart, Pick<LoadedLines, "calendar" | "levels"> {
  /** The payment method, if one is chosen or there is only one. */
  payment: MarketPaymentMethod | undefined;
  payments: MarketPaymentMethod[];
  contact: Stored<Contact> | undefined;
  /** Why a checkout refuses the cart, apart from its lines; `problems` are the faults that come from inputs. */
  faults: Fault[];
  problems: CartProblem[];
}

/** Prices a cart and checks it against stock and calendars. Reserves nothing. */
export async function evaluateCart(ctx: Context, shop: Shop, cart: Cart): Promise<EvaluatedCart> {
  const code = cart.promo_code ?? "";
  const loaded = await loadLines(ctx, shop, cart, (batch: ReadBatch) => {
    const contact = cart.contact_id ? batch.add(contactRead(cart.store_id, cart.contact_id)) : undefined;
    return () => contact?.();
  });
  const terms = {
    market: loaded.market,
    address: cart.shipping_address,
    code,
    promo: loaded.promo,
    methodId: cart.shipping_method_id,
    anonymous: isAnonymous(ctx),
    now: ctx.now(),
  };
  const evaluate = () => addFaults(priceCart(loaded.units, terms), cart, shop);
  const { faults, ...priced } = await (code && !isCodeTried(cart)
    ? limitGuesses(ctx, cart.store_id, code, evaluate)
    : evaluate());
  const { levels, calendar } = loaded;
  const stocked = allocateStock(priced.units, levels, stockPlaces(shop.locations, priced));
  const units = calendar ? checkTimes(stocked, calendar()) : stocked;
  const payments = paymentMethodsOf(shop.business, loaded.market);
  const wanted = cart.payment_method_key ?? undefined;
  const payment = payments.length > 0 ? choosePaymentMethod(shop.business, loaded.market, wanted) : undefined;
  const problems = problemsIn(faults, languageFor(ctx, shop.business));
  return { ...priced, units, levels, calendar, payment, payments, contact: loaded.more, faults, problems };
}

/** Adds the faults of a priced cart; throws the first one that prevents a quote. */
function addFaults(priced: PricedCart, cart: Cart, { business }: Shop): PricedCart & { faults: Fault[] } {
  const faults = faultsIn(priced, cart, business);
  const first = faults.find(({ refusesQuote }) => refusesQuote);
  if (first) throw first.error;
  return { ...priced, faults };
}

/** With a pickup method, goods come only from its location, otherwise from any. */
function stockPlaces(locations: Location[], { delivery }: Pick<PricedCart, "delivery">): Places {
  const defaultId = defaultLocation(locations).id;
  const pickupId = delivery?.method.locationId;
  return pickupId ? { defaultId, pickupId } : { defaultId };
}

/** Sets the reason of each appointment whose time is not free. */
function checkTimes(units: CartUnit[], calendar: Calendar): CartUnit[] {
  const wanted = units.flatMap(({ appointment }) => appointment ?? []);
  const taken = takeSlots(calendar, wanted, 0);
  let next = 0;
  return units.map((unit) => {
    const appointment = unit.appointment && taken[next++];
    return appointment ? { ...unit, appointment, reason: unit.reason ?? appointment.reason } : unit;
  });
}

/** Sets the allocations of each unit, and the reason where the stock is too low. */
function allocateStock(units: CartUnit[], levels: InventoryLevel[], places: Places): CartUnit[] {
  const goods = units.flatMap(({ line, quantity, counted, snapshot, reason }) =>
    line.type === "product" && !reason
      ? [
          {
            line_id: line.id,
            product_id: line.product_id,
            variant_id: line.variant_id,
            quantity,
            counted,
            name: snapshot.name,
          },
        ]
      : [],
  );
  const planned = new Map(planAllocations(goods, levels, places).map((each) => [each.line_id, each]));
  return units.map((unit) => {
    const found = planned.get(unit.line.id);
    if (!found) return unit;
    const { allocations, missing, available } = found;
    return {
      ...unit,
      allocations,
      available: unit.counted ? available : null,
      reason: missing > 0 ? "insufficient_stock" : unit.reason,
    };
  });
}
