import type Stripe from "stripe";
import { Billing } from "./billing.ts";
import type { AccountEvent } from "./callbacks.ts";
import { innerOf, metadataIn, type Params, textOf } from "./form.ts";
import { type Dispute, isCardSaved, newDispute, newIntent, newRefund } from "./objects.ts";
import { amountToRefund } from "./refund-amount.ts";
import { checkParams, Refusal, resourceMissing } from "./refusal.ts";
import { openSession, SAVES_CARD_NAME } from "./sessions.ts";
import {
  INTENT_SHAPE,
  LIST_SHAPE,
  listPage,
  nowInSeconds,
  parameterMissing,
  REFUND_SHAPE,
  randomId,
} from "./shapes.ts";

export class AccountPayments {
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Dispute>();
  refundsWait = false;
  lacksMoney = false;
  /** Seconds that are added to the real time, so that tests can let time pass. */
  ahead = 0;
  readonly now = () => nowInSeconds() + this.ahead;
  readonly billing: Billing;
  readonly #bought = new Map<string, Record<string, string>>();
  readonly #url: () => string;
  readonly #tell: (event: AccountEvent) => void;

  constructor(url: () => string, publish: (event: AccountEvent) => void) {
    this.#url = url;
    this.#tell = publish;
    this.billing = new Billing(publish, (amount, currency) => this.#createIntent(amount, currency, {}).id);
  }

  createSession(params: Params): Stripe.Checkout.Session {
    const { session, metadata } = openSession(params, this.billing, this.#url(), this.now());
    this.sessions.set(session.id, session);
    this.#bought.set(session.id, metadata);
    return session;
  }

  session(id: string): Stripe.Checkout.Session {
    const found = this.sessions.get(id);
    if (!found) throw resourceMissing("checkout.session", id);
    if (found.status === "open" && found.expires_at <= this.now()) this.#end(found);
    return found;
  }

  shownSession(id: string, params: Params): object {
    const found = this.session(id);
    const expanded = Object.values(innerOf(params, "expand"));
    const { payment_intent: intent, subscription: bought } = found;
    const payment_intent = typeof intent === "string" ? this.intents.get(intent) : null;
    const subscription = typeof bought === "string" ? this.billing.shown(bought) : null;
    return {
      ...found,
      ...(expanded.includes("payment_intent") ? { payment_intent } : {}),
      ...(expanded.includes("subscription") ? { subscription } : {}),
    };
  }

  expire(id: string): Stripe.Checkout.Session {
    const found = this.session(id);
    if (found.status !== "open")
      throw new Refusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${found.status}.`,
      );
    this.#end(found);
    return found;
  }

  listSessions(params: Params) {
    checkParams(params, LIST_SHAPE);
    const since = Number(textOf(innerOf(params, "created"), "gte") ?? 0);
    const of = textOf(params, "subscription");
    const all = [...this.sessions.values()]
      .filter(({ created, subscription }) => created >= since && (!of || subscription === of))
      .reverse();
    return listPage(all, params, "/v1/checkout/sessions");
  }

  intent(id: string): Stripe.PaymentIntent {
    const found = this.intents.get(id);
    if (!found) throw resourceMissing("payment_intent", id);
    return found;
  }

  listIntents(params: Params) {
    checkParams(params, LIST_SHAPE);
    const of = textOf(params, "customer");
    const all = [...this.intents.values()].filter(({ customer }) => !of || customer === of).reverse();
    return listPage(all, params, "/v1/payment_intents");
  }

  charge(params: Params): Stripe.PaymentIntent {
    checkParams(params, INTENT_SHAPE);
    const [customer, payment_method] = [textOf(params, "customer"), textOf(params, "payment_method")];
    if (!isCardSaved(this.intents.values(), customer, payment_method))
      throw resourceMissing("PaymentMethod", payment_method ?? "");
    const status = this.billing.chargeStatus;
    const [amount, currency] = [Number(textOf(params, "amount")), textOf(params, "currency") ?? ""];
    const intent = this.#createIntent(amount, currency, metadataIn(params), status);
    Object.assign(intent, { customer, payment_method });
    if (status !== "requires_payment_method") {
      if (status === "succeeded") this.#tell({ type: "payment_intent.succeeded", object: { ...intent } });
      return intent;
    }
    this.#tell({ type: "payment_intent.payment_failed", object: { ...intent } });
    const details = { code: "card_declined", type: "card_error", status: 402, intent };
    throw new Refusal("Your card was declined.", details);
  }

  /** Applies a customer's decision on the payment page. After a decline, the page stays open for another one. */
  decide(id: string, decision: string): Stripe.Checkout.Session {
    const session = this.session(id);
    if (session.status !== "open" || decision === "decline") return session;
    const bought = this.#bought.get(id) ?? {};
    const isPaid = decision !== "delay";
    const done = { status: "complete", payment_status: isPaid ? "paid" : "unpaid", url: null };
    if (session.mode === "subscription") {
      const { price = "", ...metadata } = bought;
      const { id: subscription, customer } = this.billing.createSubscription(price, metadata, isPaid);
      Object.assign(session, { ...done, subscription, customer });
    } else {
      const { amount_total, currency } = session;
      const status = isPaid ? "succeeded" : "processing";
      const { [SAVES_CARD_NAME]: keeps, ...metadata } = bought;
      const intent = this.#createIntent(amount_total ?? 0, currency ?? "", metadata, status);
      const card = { customer: `cus_${randomId()}`, payment_method: `pm_${randomId()}` };
      if (keeps) Object.assign(intent, { ...card, setup_future_usage: "off_session" });
      Object.assign(session, { ...done, payment_intent: intent.id });
    }
    this.#tell({ type: "checkout.session.completed", object: { ...session } });
    return session;
  }

  finishPayment(id: string, status: "succeeded" | "failed"): void {
    const session = this.session(id);
    const paid = status === "succeeded";
    if (typeof session.subscription === "string") this.billing.finishFirstPayment(session.subscription, paid);
    const intent = session.subscription ? {} : this.intent(String(session.payment_intent));
    if ("status" in intent && intent.status !== "processing") return;
    Object.assign(intent, {
      status: paid ? "succeeded" : "requires_payment_method",
      ...("amount" in intent ? { amount_received: paid ? intent.amount : 0 } : {}),
    });
    if (paid) Object.assign(session, { payment_status: "paid" });
    this.#tell({ type: `checkout.session.async_payment_${status}`, object: { ...session } });
  }

  createRefund(params: Params): Stripe.Refund {
    checkParams(params, REFUND_SHAPE);
    const of = textOf(params, "payment_intent");
    if (!of) throw parameterMissing("payment_intent");
    const intent = this.intent(of);
    const refundable = intent.amount_received - this.#refunded(of);
    const amount = amountToRefund(intent, {
      unrefunded: refundable,
      requested: textOf(params, "amount"),
      lacksMoney: this.lacksMoney,
    });
    const refund = newRefund({
      id: `re_${randomId()}`,
      amount,
      currency: intent.currency,
      metadata: metadataIn(params),
      created: this.now(),
      status: this.refundsWait ? "pending" : "succeeded",
      payment_intent: of,
      charge: intent.latest_charge,
    });
    this.refunds.set(refund.id, refund);
    this.#tell({ type: "refund.created", object: { ...refund } });
    return refund;
  }

  settleRefund(id: string, status: "succeeded" | "failed"): void {
    const refund = this.refunds.get(id);
    if (!refund) throw resourceMissing("refund", id);
    Object.assign(refund, {
      status,
      ...(status === "failed" ? { failure_reason: "lost_or_stolen_card" } : {}),
    });
    this.#tell({ type: status === "failed" ? "refund.failed" : "refund.updated", object: { ...refund } });
  }

  listRefunds(params: Params) {
    checkParams(params, LIST_SHAPE);
    const of = textOf(params, "payment_intent");
    const all = [...this.refunds.values()].filter((refund) => !of || refund.payment_intent === of).reverse();
    return listPage(all, params, "/v1/refunds");
  }

  dispute(of: string, amount?: number): Dispute {
    const intent = this.intent(of);
    const dispute = newDispute({
      id: `du_${randomId()}`,
      amount: amount ?? intent.amount,
      currency: intent.currency,
      created: this.now(),
      payment_intent: of,
      charge: String(intent.latest_charge),
    });
    this.disputes.set(dispute.id, dispute);
    this.#tell({ type: "charge.dispute.created", object: { ...dispute } });
    return dispute;
  }

  closeDispute(id: string, status: "won" | "lost"): void {
    const dispute = this.disputes.get(id);
    if (!dispute) throw resourceMissing("dispute", id);
    Object.assign(dispute, { status });
    this.#tell({ type: "charge.dispute.closed", object: { ...dispute } });
  }

  listDisputes(params: Params) {
    checkParams(params, LIST_SHAPE);
    const of = textOf(params, "payment_intent");
    const all = [...this.disputes.values()].filter((each) => !of || each.payment_intent === of);
    return listPage(all, params, "/v1/disputes");
  }

  #createIntent(
    amount: number,
    currency: string,
    metadata: Record<string, string>,
    status: "succeeded" | "processing" | "requires_payment_method" = "succeeded",
  ): Stripe.PaymentIntent {
    const id = `pi_${randomId()}`;
    const intent = newIntent({ id, amount, currency, metadata, created: this.now(), status });
    this.intents.set(id, intent);
    return intent;
  }

  #refunded(of: string): number {
    return [...this.refunds.values()]
      .filter(({ payment_intent, status }) => payment_intent === of && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  #end(session: Stripe.Checkout.Session): void {
    Object.assign(session, { status: "expired", url: null });
    this.#tell({ type: "checkout.session.expired", object: { ...session } });
  }
}
