import type { CheckoutReservation, CreateReservation } from "./request-schema.ts";

/** What is kept of a request as it was sent: all but what is booked, when and for whom. */
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

/** What is kept of a checkout as it was sent: all but what is booked, and how it is paid. */
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
