import {
  addInterval,
  newPrice,
  newSubscription,
  type Price,
  type Schedule,
  type Subscription,
  type SubscriptionItem,
} from "./billing-objects.ts";
import type { AccountEvent } from "./callbacks.ts";
import { innerOf, metadataIn, type Params, textOf } from "./form.ts";
import { type Charge, Invoices } from "./invoices.ts";
import { checkParams, Refusal, resourceMissing } from "./refusal.ts";
import { CANCEL_SHAPE, listPage, nowInSeconds, PRICES_SHAPE, randomId, UPDATE_SHAPE } from "./shapes.ts";

/** Prices, subscriptions and invoices of one account. */
export class Billing {
  readonly prices = new Map<string, Price>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly schedules = new Map<string, Schedule>();
  readonly invoices: Invoices;
  cardWorks = true;
  /** Whether charges to saved cards stay pending, as with bank transfers. */
  paysLater = false;
  readonly #tell: (event: AccountEvent) => void;

  constructor(publish: (event: AccountEvent) => void, charge: Charge) {
    this.#tell = publish;
    this.invoices = new Invoices(publish, (amount, currency) =>
      this.cardWorks ? charge(amount, currency) : undefined,
    );
  }

  addPrice(lookup: string, amount: number, currency: string, interval: "month" | "year"): Price {
    const price = newPrice(`price_${randomId()}`, lookup, amount, currency, interval);
    this.prices.set(price.id, price);
    return price;
  }

  price(id: string | undefined): Price {
    const found = this.prices.get(id ?? "");
    if (!found) throw resourceMissing("price", id ?? "");
    return found;
  }

  listPrices(params: Params) {
    checkParams(params, PRICES_SHAPE);
    const keys = Object.values(innerOf(params, "lookup_keys"));
    const all = [...this.prices.values()].filter(({ lookup_key }) => keys.includes(lookup_key ?? ""));
    return listPage(all, params, "/v1/prices");
  }

  /** Creates a subscription after a decision on the payment page. It is `incomplete` until it is paid. */
  createSubscription(priceId: string, metadata: Record<string, string>, paid: boolean): Subscription {
    const now = nowInSeconds();
    const price = this.price(priceId);
    const id = `sub_${randomId()}`;
    const item: SubscriptionItem = {
      id: `si_${randomId()}`,
      object: "subscription_item",
      created: now,
      current_period_start: now,
      current_period_end: addInterval(now, price.recurring.interval),
      quantity: 1,
      price,
    };
    const fields = { id, created: now, customer: `cus_${randomId()}`, metadata };
    const made = newSubscription({ ...fields, status: paid ? "active" : "incomplete" }, item);
    this.subscriptions.set(id, made);
    this.#publishChange("customer.subscription.created", made);
    if (paid) this.invoices.bill(made, price.unit_amount ?? 0);
    return made;
  }

  /** Completes or fails a pending first payment. */
  finishFirstPayment(id: string, paid: boolean): void {
    const subscription = this.subscription(id);
    if (paid) this.invoices.bill(subscription, subscription.items.data[0]?.price.unit_amount ?? 0);
    this.change(subscription, { status: paid ? "active" : "incomplete_expired" });
  }

  subscription(id: string): Subscription {
    const found = this.subscriptions.get(id);
    if (!found) throw resourceMissing("subscription", id);
    return found;
  }

  /** The subscription, with the whole schedule instead of its id. */
  shown(id: string): object {
    const found = this.subscription(id);
    return { ...found, schedule: this.schedules.get(found.schedule ?? "") ?? null };
  }

  of(customer: string): Subscription | undefined {
    return [...this.subscriptions.values()].find((each) => each.customer === customer);
  }

  update(id: string, params: Params): Subscription {
    checkParams(params, UPDATE_SHAPE);
    const subscription = this.subscription(id);
    if (subscription.status === "canceled") throw resourceMissing("subscription", id);
    const ends = textOf(params, "cancel_at_period_end");
    if (ends !== undefined && subscription.schedule)
      throw new Refusal(
        `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed.`,
      );
    const [item] = subscription.items.data;
    const [requestedPrice] = Object.values(innerOf(params, "items"));
    if (requestedPrice !== undefined && item) this.#replace(subscription, item, requestedPrice, params);
    const metadata = { ...subscription.metadata, ...metadataIn(params) };
    for (const [name, value] of Object.entries(metadata)) if (value === "") delete metadata[name];
    const end = item?.current_period_end ?? null;
    const ending = ends === undefined ? {} : { cancel_at_period_end: ends === "true" };
    const at = ends === undefined ? {} : { cancel_at: ends === "true" ? end : null };
    const open = textOf(params, "cancel_at") === "" ? { cancel_at: null } : {};
    this.change(subscription, { metadata, ...ending, ...at, ...open });
    return subscription;
  }

  cancel(id: string, params: Params = {}): Subscription {
    checkParams(params, CANCEL_SHAPE);
    const subscription = this.subscription(id);
    if (subscription.status === "canceled") throw resourceMissing("subscription", id);
    const now = nowInSeconds();
    const ended = { status: "canceled" as const, canceled_at: now, ended_at: now, schedule: null };
    Object.assign(subscription, ended);
    this.#publishChange("customer.subscription.deleted", subscription);
    return subscription;
  }

  /** Ends the current period of a subscription now. */
  endPeriod(id: string): void {
    const subscription = this.subscription(id);
    const [item] = subscription.items.data;
    if (!item || subscription.status === "canceled") return;
    if (subscription.cancel_at_period_end) {
      this.cancel(id);
      return;
    }
    const schedule = this.schedules.get(subscription.schedule ?? "");
    const next = schedule?.phases[1];
    if (schedule && next) {
      item.price = this.price(next.items[0]?.price);
      Object.assign(subscription.metadata, next.metadata);
      schedule.status = "released";
      subscription.schedule = null;
    }
    item.current_period_start = item.current_period_end;
    item.current_period_end = addInterval(item.current_period_start, item.price.recurring.interval);
    const paid = this.invoices.bill(subscription, item.price.unit_amount ?? 0);
    this.change(subscription, { status: paid ? "active" : "past_due" });
  }

  /** The status that a new charge to a saved card gets. */
  get chargeStatus(): "succeeded" | "processing" | "requires_payment_method" {
    if (!this.cardWorks) return "requires_payment_method";
    return this.paysLater ? "processing" : "succeeded";
  }

  /** Makes saved cards work or fail. Once they work, they pay all open invoices. */
  card(works: boolean): void {
    this.cardWorks = works;
    if (!works) return;
    for (const subscription of this.subscriptions.values()) {
      if (subscription.status !== "past_due") continue;
      this.invoices.payOwed(subscription.id);
      this.change(subscription, { status: "active" });
    }
  }

  #replace(
    subscription: Subscription,
    item: SubscriptionItem,
    requestedPrice: string | Params,
    params: Params,
  ): void {
    const price = this.price(
      typeof requestedPrice === "object" ? textOf(requestedPrice, "price") : undefined,
    );
    const remainingShare =
      (item.current_period_end - nowInSeconds()) / (item.current_period_end - item.current_period_start);
    const due = Math.round(
      ((price.unit_amount ?? 0) - (item.price.unit_amount ?? 0)) * Math.min(1, remainingShare),
    );
    if (due > 0 && textOf(params, "proration_behavior") === "always_invoice") {
      if (!this.cardWorks && textOf(params, "payment_behavior") === "error_if_incomplete")
        throw new Refusal("Your card was declined.", {
          code: "card_declined",
          type: "card_error",
          status: 402,
        });
      this.invoices.bill(subscription, due);
    }
    item.price = price;
  }

  /** Changes a subscription and sends its event. */
  change(subscription: Subscription, changes: Partial<Subscription>): void {
    Object.assign(subscription, changes);
    this.#publishChange("customer.subscription.updated", subscription);
  }

  #publishChange(type: string, subscription: Subscription): void {
    this.#tell({ type, object: structuredClone(subscription) });
  }
}
