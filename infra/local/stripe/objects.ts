import type Stripe from "stripe";

/** A new checkout session, which is open. */
export function newSession(
  fields: Pick<
    Stripe.Checkout.Session,
    | "id"
    | "amount_total"
    | "currency"
    | "client_reference_id"
    | "metadata"
    | "success_url"
    | "cancel_url"
    | "expires_at"
    | "created"
    | "url"
    | "customer_email"
    | "mode"
  >,
): Stripe.Checkout.Session {
  return {
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: fields.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: "if_required",
    customer_details: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    wallet_options: null,
    ...fields,
  };
}

export function newIntent(
  fields: Pick<Stripe.PaymentIntent, "id" | "amount" | "currency" | "metadata" | "created" | "status">,
): Stripe.PaymentIntent {
  return {
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: fields.status === "succeeded" ? fields.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: null,
    confirmation_method: "automatic",
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: `ch_${fields.id.slice(3)}`,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
    ...fields,
  };
}

/** Whether one of the payments saved this card of this customer. */
export function isCardSaved(
  intents: Iterable<Stripe.PaymentIntent>,
  customer: string | undefined,
  card: string | undefined,
): boolean {
  return [...intents].some((each) => each.customer === customer && each.payment_method === card);
}

export function newRefund(
  fields: Pick<
    Stripe.Refund,
    "id" | "amount" | "currency" | "metadata" | "created" | "status" | "payment_intent" | "charge"
  >,
): Stripe.Refund {
  return {
    object: "refund",
    balance_transaction: null,
    customer: null,
    customer_account: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...fields,
  };
}

/** A dispute without the fields for evidence, because the backend never submits evidence. */
export type Dispute = Omit<Stripe.Dispute, "evidence" | "evidence_details">;

export function newDispute(
  fields: Pick<Stripe.Dispute, "id" | "amount" | "currency" | "created" | "payment_intent" | "charge">,
): Dispute {
  return {
    object: "dispute",
    balance_transactions: [],
    enhanced_eligibility_types: [],
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    reason: "fraudulent",
    status: "needs_response",
    ...fields,
  };
}

export function listOf<T>(
  data: T[],
  url: string,
  has_more = false,
): Pick<Stripe.ApiList<T>, "object" | "data" | "has_more" | "url"> {
  return { object: "list", data, has_more, url };
}
