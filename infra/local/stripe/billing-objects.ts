import type Stripe from "stripe";

/** The fields of a Stripe price that the backend reads. */
export type Price = Pick<
  Stripe.Price,
  "id" | "object" | "active" | "currency" | "livemode" | "lookup_key" | "metadata" | "type" | "unit_amount"
> & { recurring: Pick<Stripe.Price.Recurring, "interval" | "interval_count"> };

export type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  "id" | "object" | "created" | "current_period_start" | "current_period_end" | "quantity"
> & { price: Price };

export type Subscription = Pick<
  Stripe.Subscription,
  | "id"
  | "object"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "created"
  | "currency"
  | "ended_at"
  | "livemode"
  | "metadata"
  | "status"
> & { customer: string; schedule: string | null; items: { object: "list"; data: SubscriptionItem[] } };

export type Schedule = Pick<Stripe.SubscriptionSchedule, "id" | "object" | "end_behavior" | "status"> & {
  subscription: string;
  phases: SchedulePhase[];
};
type SchedulePhase = Pick<Stripe.SubscriptionSchedule.Phase, "start_date" | "end_date" | "metadata"> & {
  items: { price: string; quantity: number }[];
};

export type Invoice = Pick<
  Stripe.Invoice,
  "id" | "object" | "amount_due" | "amount_paid" | "created" | "currency" | "livemode" | "status"
> & {
  parent: {
    type: "subscription_details";
    quote_details: null;
    subscription_details: { subscription: string; metadata: Record<string, string> };
  };
};
export type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  "id" | "object" | "amount_paid" | "amount_requested" | "created" | "currency" | "invoice" | "livemode"
> & { payment: { type: "payment_intent"; payment_intent: string }; status: "paid" };

export function newPrice(
  id: string,
  lookup_key: string,
  unit_amount: number,
  currency: string,
  interval: "month" | "year",
): Price {
  return {
    id,
    object: "price",
    active: true,
    currency,
    livemode: false,
    lookup_key,
    metadata: {},
    type: "recurring",
    unit_amount,
    recurring: { interval, interval_count: 1 },
  };
}

export function newSubscription(
  fields: Pick<Subscription, "id" | "created" | "customer" | "metadata" | "status">,
  item: SubscriptionItem,
): Subscription {
  return {
    object: "subscription",
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    currency: item.price.currency,
    ended_at: null,
    livemode: false,
    schedule: null,
    items: { object: "list", data: [item] },
    ...fields,
  };
}

export function newInvoice(
  fields: Pick<Invoice, "id" | "amount_due" | "created" | "currency">,
  subscription: Subscription,
): Invoice {
  return {
    object: "invoice",
    amount_paid: 0,
    livemode: false,
    status: "open",
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    ...fields,
  };
}

/** Adds a month or a year to Unix seconds. A day that the month lacks becomes the month's last day. */
export function addInterval(seconds: number, interval: "month" | "year" | string): number {
  const at = new Date(seconds * 1000);
  const months = interval === "year" ? 12 : 1;
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(at.getUTCDate(), last);
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, day);
  return Math.floor(first / 1000) + (seconds % 86_400);
}
