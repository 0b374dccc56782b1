import type { CheckoutReservation, CreateReservation } from "./request-schema.ts";

/** The fields of a request that are stored unchanged. */
export function fieldsOfRequest({
  businessId,
  market,
  customerId,
  customer_id,
  accountId,
  parts,
  items,
  status,
  statuses,
  ...said
}: CreateReservation) {
  return said;
}

/** The fields of a checkout that are stored unchanged. */
export function fieldsOfCheckout({
  businessId,
  market,
  currency,
  parts,
  items,
  paymentMethod,
  paymentMethodId,
  promoCode,
  promoCodeId,
  quoteId,
  amount,
  successUrl,
  cancelUrl,
  ...said
}: CheckoutReservation) {
  return said;
}
