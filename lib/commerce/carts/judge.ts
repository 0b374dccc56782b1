import type { Context } from "#core/context.ts";
import type { Batch } from "#core/dynamo/read.ts";
import { chooseMethod, type Method, waysToPay } from "#lib/money/markets/service.ts";
import { isAnonymous, trying } from "#lib/money/promo-codes/guesses.ts";
import type { Contact } from "#lib/tenancy/visitors/schema.ts";
import { contactRead } from "#lib/tenancy/visitors/service.ts";
import { takeSlots } from "./appointments.ts";
import { type Loaded, loadLines } from "./load.ts";
import { type PricedCart, priceCart } from "./pricing.ts";
import type { Shop } from "./read.ts";
import type { Cart } from "./schema.ts";
import { judgeStock, placesOf } from "./stock.ts";

/** A cart as it can be bought now: what it costs, where each line comes from, and what cannot be had. */
export interface Judged extends PricedCart, Pick<Loaded, "calendar" | "levels"> {
  /** The way to pay, where one is chosen or there is one alone. */
  payment: Method | undefined;
  payments: Method[];
  contact: Contact | undefined;
}

/** Prices and judges a cart. Nothing is held. */
export async function judgeCart(ctx: Context, shop: Shop, cart: Cart): Promise<Judged> {
  const code = cart.promo_code ?? "";
  const loaded = await loadLines(ctx, shop, cart, (batch: Batch) => {
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
  const priced = await trying(ctx, cart.store_id, code, () => priceCart(loaded.units, terms));
  const { levels, calendar } = loaded;
  const stocked = judgeStock(priced.units, levels, placesOf(shop.locations, priced));
  const taken = takeSlots(
    calendar(),
    stocked.flatMap(({ appointment }) => appointment ?? []),
    0,
  );
  let next = 0;
  const units = stocked.map((unit) => {
    const appointment = unit.appointment && taken[next++];
    return appointment ? { ...unit, appointment, reason: unit.reason ?? appointment.reason } : unit;
  });
  const payments = waysToPay(shop.business, loaded.market);
  const wanted = cart.payment_method_key ?? undefined;
  const payment = payments.length > 0 ? chooseMethod(shop.business, loaded.market, wanted) : undefined;
  return { ...priced, units, levels, calendar, payment, payments, contact: loaded.more };
}
