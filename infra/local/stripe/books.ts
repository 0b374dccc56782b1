import type Stripe from "stripe";
import { innerOf, metadataIn, type Params, textOf } from "./form.ts";
import { type Dispute, newDispute, newIntent, newRefund, newSession } from "./objects.ts";
import { check, missing, Refusal } from "./refusal.ts";
import { LIST, page, parameterMissing, REFUND, random, SESSION, seconds } from "./shapes.ts";

export interface Told {
  type: string;
  object: object;
}

/** Seconds after now between which a page may end. */
const SHORTEST = 1800;
const LONGEST = 86_400;

/** What one account has: its pages, what was paid on them, and what went back. */
export class Books {
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** Refunds wait for `settleRefund` when it is set. */
  refundsWait = false;
  readonly #intentMetadata = new Map<string, Record<string, string>>();
  readonly #url: () => string;
  readonly #tell: (told: Told) => void;

  constructor(url: () => string, tell: (told: Told) => void) {
    this.#url = url;
    this.#tell = tell;
  }

  createSession(params: Params): Stripe.Checkout.Session {
    check(params, SESSION);
    if (textOf(params, "mode") !== "payment") throw new Refusal("Invalid mode", { param: "mode" });
    if (!textOf(params, "success_url")) throw parameterMissing("success_url");
    const items = Object.values(innerOf(params, "line_items")).filter((item) => typeof item === "object");
    if (items.length > 100) throw new Refusal("At most 100 line items", { param: "line_items" });
    const priced = items.map((item) => {
      const price = innerOf(item, "price_data");
      return {
        amount: Number(textOf(price, "unit_amount")) * Number(textOf(item, "quantity") ?? 1),
        currency: textOf(price, "currency") ?? "",
      };
    });
    const { currency = "" } = priced[0] ?? {};
    const total = priced.reduce((sum, { amount }) => sum + amount, 0);
    if (priced.some(({ amount }) => !Number.isInteger(amount) || amount < 0))
      throw new Refusal("Invalid integer", { code: "parameter_invalid_integer", param: "line_items" });
    if (/[A-Z]/.test(currency)) throw new Refusal("Invalid currency", { param: "currency" });
    if (total < 50 && currency === "usd")
      throw new Refusal("The Checkout Session's total amount must convert to at least 50 cents.", {
        code: "amount_too_small",
      });
    const id = `cs_test_${random()}`;
    const now = seconds();
    const expires_at = Number(textOf(params, "expires_at") ?? now + LONGEST);
    if (expires_at < now + SHORTEST || expires_at > now + LONGEST)
      throw new Refusal(
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
        { param: "expires_at" },
      );
    const session = newSession({
      id,
      mode: "payment",
      amount_total: total,
      currency,
      client_reference_id: textOf(params, "client_reference_id") ?? null,
      customer_email: textOf(params, "customer_email") ?? null,
      metadata: metadataIn(params),
      success_url: textOf(params, "success_url") ?? null,
      cancel_url: textOf(params, "cancel_url") ?? null,
      expires_at,
      created: now,
      url: `${this.#url()}/pay/${id}`,
    });
    this.sessions.set(id, session);
    this.#intentMetadata.set(id, metadataIn(innerOf(params, "payment_intent_data")));
    return session;
  }

  session(id: string): Stripe.Checkout.Session {
    const found = this.sessions.get(id);
    if (!found) throw missing("checkout.session", id);
    if (found.status === "open" && found.expires_at <= seconds()) this.#end(found);
    return found;
  }

  /** A session as it is retrieved: with its payment in it when that is asked for. */
  shownSession(id: string, params: Params): Stripe.Checkout.Session {
    const found = this.session(id);
    const expands = Object.values(innerOf(params, "expand")).includes("payment_intent");
    const intent = typeof found.payment_intent === "string" ? this.intents.get(found.payment_intent) : null;
    return expands ? { ...found, payment_intent: intent ?? null } : found;
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
    check(params, LIST);
    const since = Number(textOf(innerOf(params, "created"), "gte") ?? 0);
    const all = [...this.sessions.values()].filter(({ created }) => created >= since).reverse();
    return page(all, params, "/v1/checkout/sessions");
  }

  intent(id: string): Stripe.PaymentIntent {
    const found = this.intents.get(id);
    if (!found) throw missing("payment_intent", id);
    return found;
  }

  /** What a customer does on the page of a session. A card that is declined can be followed by another. */
  decide(id: string, decision: string): Stripe.Checkout.Session {
    const session = this.session(id);
    if (session.status !== "open" || decision === "decline") return session;
    const status = decision === "delay" ? "processing" : "succeeded";
    const intent = newIntent({
      id: `pi_${random()}`,
      amount: session.amount_total ?? 0,
      currency: session.currency ?? "",
      metadata: this.#intentMetadata.get(id) ?? {},
      created: seconds(),
      status,
    });
    this.intents.set(intent.id, intent);
    const paid = status === "succeeded" ? "paid" : "unpaid";
    Object.assign(session, {
      status: "complete",
      payment_status: paid,
      payment_intent: intent.id,
      url: null,
    });
    this.#tell({ type: "checkout.session.completed", object: { ...session } });
    return session;
  }

  /** Ends a payment that was on its way. */
  settle(id: string, status: "succeeded" | "failed"): void {
    const session = this.session(id);
    const intent = this.intent(String(session.payment_intent));
    const paid = status === "succeeded";
    Object.assign(intent, {
      status: paid ? "succeeded" : "requires_payment_method",
      amount_received: paid ? intent.amount : 0,
    });
    if (paid) Object.assign(session, { payment_status: "paid" });
    this.#tell({ type: `checkout.session.async_payment_${status}`, object: { ...session } });
  }

  createRefund(params: Params): Stripe.Refund {
    check(params, REFUND);
    const of = textOf(params, "payment_intent");
    if (!of) throw parameterMissing("payment_intent");
    const intent = this.intent(of);
    const left = intent.amount_received - this.#refunded(of);
    const amount = Number(textOf(params, "amount") ?? left);
    if (left === 0)
      throw new Refusal(`Charge ${String(intent.latest_charge)} has already been refunded.`, {
        code: "charge_already_refunded",
      });
    if (!Number.isInteger(amount) || amount < 1)
      throw new Refusal("Invalid positive integer", { param: "amount" });
    if (amount > left)
      throw new Refusal("Refund amount is greater than unrefunded amount on charge", { param: "amount" });
    const refund = newRefund({
      id: `re_${random()}`,
      amount,
      currency: intent.currency,
      metadata: metadataIn(params),
      created: seconds(),
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
    if (!refund) throw missing("refund", id);
    Object.assign(refund, {
      status,
      ...(status === "failed" ? { failure_reason: "lost_or_stolen_card" } : {}),
    });
    this.#tell({ type: status === "failed" ? "refund.failed" : "refund.updated", object: { ...refund } });
  }

  listRefunds(params: Params) {
    check(params, LIST);
    const of = textOf(params, "payment_intent");
    const all = [...this.refunds.values()].filter((refund) => !of || refund.payment_intent === of).reverse();
    return page(all, params, "/v1/refunds");
  }

  dispute(of: string, amount?: number): Dispute {
    const intent = this.intent(of);
    const dispute = newDispute({
      id: `du_${random()}`,
      amount: amount ?? intent.amount,
      currency: intent.currency,
      created: seconds(),
      payment_intent: of,
      charge: String(intent.latest_charge),
    });
    this.disputes.set(dispute.id, dispute);
    this.#tell({ type: "charge.dispute.created", object: { ...dispute } });
    return dispute;
  }

  closeDispute(id: string, status: "won" | "lost"): void {
    const dispute = this.disputes.get(id);
    if (!dispute) throw missing("dispute", id);
    Object.assign(dispute, { status });
    this.#tell({ type: "charge.dispute.closed", object: { ...dispute } });
  }

  listDisputes(params: Params) {
    check(params, LIST);
    const of = textOf(params, "payment_intent");
    return page(
      [...this.disputes.values()].filter((each) => !of || each.payment_intent === of),
      params,
      "/v1/disputes",
    );
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
