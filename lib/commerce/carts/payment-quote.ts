import type { Context } from "#core/context.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { invalidField } from "#core/errors.ts";
import { quote } from "#lib/booking/reservations/quote.ts";
import type { QuoteReservation } from "#lib/booking/reservations/request-schema.ts";
import type { QuoteItem, ReservationQuote } from "#lib/booking/reservations/schema.ts";
import { tenantOf } from "#lib/booking/reservations/tenant.ts";
import { paymentTypeName } from "#lib/booking/reservations/view.ts";
import { type Address, AddressInput } from "#lib/money/markets/address-schema.ts";
import { promoIdRead } from "#lib/money/promo-codes/redemption.ts";
import { addShopReads, type Shop } from "./load-cart.ts";
import { quoteLines } from "./quote.ts";
import type { CartQuote } from "./quote-schema.ts";
import type { CartItemInput } from "./request-schema.ts";

/** Prices the parts of a reservation, and lines of goods as in a cart. */
export async function quotePayment(ctx: Context, input: QuoteReservation): Promise<ReservationQuote> {
  const lines = input.lines ?? [];
  if (!lines.some(({ productId }) => productId)) return quote(ctx, input);
  const parts = input.parts ?? input.items ?? [];
  const serviceIds = parts.map(({ serviceId }) => serviceId);
  const storeId = await tenantOf(ctx, undefined, { named: input.businessId, serviceIds });
  const { promoCode, promoCodeId } = input;
  const batch = readBatch(ctx);
  const shop = addShopReads(batch, storeId);
  const named = !promoCode && promoCodeId ? batch.add(promoIdRead(storeId, promoCodeId)) : undefined;
  await batch.run();
  const items = [
    ...parts.map(
      ({ serviceId, providerId, startTime, endTime }): CartItemInput => ({
        type: "service",
        id: null,
        service_id: serviceId,
        provider_id: providerId,
        slots: [{ from: startTime, to: endTime ?? null }],
        forms: [],
      }),
    ),
    ...lines.map(itemOf),
  ];
  const request = {
    items,
    market: marketFor(shop(), input),
    shipping_address: shippingAddressIn(input),
    // An unknown id is refused like an unknown code.
    promo_code: promoCode || named?.()?.code || promoCodeId || null,
    payment_method_id: input.paymentMethodId ?? input.paymentMethod ?? null,
  };
  return quoteInCamelCase(await quoteLines(ctx, shop(), request, input.email));
}

function itemOf(
  { productId, variantId, quantity }: NonNullable<QuoteReservation["lines"]>[number],
  index: number,
): CartItemInput {
  // A service in a cart needs a time, and a line of this request has none.
  if (!productId)
    throw invalidField(`lines[${index}].serviceId`, "is quoted as a part where goods are quoted with it");
  if (!variantId) throw invalidField(`lines[${index}].variantId`, "is required");
  return { type: "product", id: null, product_id: productId, variant_id: variantId, quantity, price: null };
}

/** The shipping address, if the location has a country and not only coordinates. */
function shippingAddressIn({ location }: QuoteReservation): Address | null {
  if (!location?.country) return null;
  const place = AddressInput.safeParse(location);
  if (!place.success) {
    const [issue] = place.error.issues;
    throw invalidField(["location", ...(issue?.path ?? [])].join("."), issue?.message ?? "is no place");
  }
  return place.data;
}

function marketFor({ business }: Shop, { market, currency }: QuoteReservation): string | null {
  if (market || !currency) return market ?? null;
  const found = business.configs.markets?.find((each) => each.currency === currency);
  if (!found) throw invalidField("currency", "is of no market of this business");
  return found.id;
}

function quoteInCamelCase(cart: CartQuote): ReservationQuote {
  const { id, money } = cart;
  const items = cart.items.map(itemInCamelCase);
  const type = paymentTypeName(cart.payment.type);
  return {
    id,
    ...money,
    money,
    items,
    lineItems: items,
    available: items.every(({ availability }) => availability.ok),
    chargeAmount: money.total,
    paymentMethods: cart.payment_methods,
    payment: { type, method: type, ...money },
    promoCode: cart.promo_code?.code ?? null,
    promo: cart.promo_code
      ? {
          promoCodeId: cart.promo_code.promo_code_id,
          code: cart.promo_code.code,
          discounts: cart.promo_code.discounts,
          conditions: cart.promo_code.conditions,
        }
      : null,
    expiresAt: cart.expires_at,
  };
}

function itemInCamelCase(item: CartQuote["items"][number]): QuoteItem {
  return {
    type: item.type,
    serviceId: item.service_id,
    providerId: item.provider_id,
    productId: item.product_id,
    variantId: item.variant_id,
    quantity: item.quantity,
    amount: item.unit_price,
    subtotal: item.subtotal,
    discount: item.discount,
    tax: item.tax,
    total: item.total,
    availability: { ok: item.availability.ok, reason: item.availability.reason ?? null },
  };
}
