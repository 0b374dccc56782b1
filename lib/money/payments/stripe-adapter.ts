import type Stripe from "stripe";
import { cutText } from "#core/cut-text.ts";
import { PAYMENT } from "./errors.ts";
import { inexactAmount } from "./inexact-amount.ts";
import type {
  AttemptRef,
  OpenedPage,
  PageRequest,
  PaymentProvider,
  RefundOutcome,
  RefundRequest,
} from "./port.ts";
import { chargeCard } from "./stripe-charge.ts";
import {
  closeCheckout,
  isTransient,
  rethrow,
  retryWithNewKeys,
  stripeFor,
  stripeRefusal,
} from "./stripe-client.ts";
import { checkStripeAmount, smallestStripeUnit, toStripe, toStripeExactly } from "./stripe-currency.ts";
import { readStripeEvent } from "./stripe-events.ts";
import { readStripe } from "./stripe-state.ts";

/** Stripe's minimum is 30 minutes from when it gets the request. */
const PAGE_SECONDS = 35 * 60;
const MAX_LINES = 100;
const MAX_SEARCHED = 500;

/** Stripe's hosted checkout, by its official library. The first call loads it. */
export const stripe: PaymentProvider = {
  name: "stripe",
  checkAmount: checkStripeAmount,
  smallestUnit: smallestStripeUnit,

  pageSeconds() {
    return PAGE_SECONDS;
  },

  async check(_ctx, account) {
    const client = await stripeFor(account.secretKey);
    await client.checkout.sessions.list({ limit: 1 }).catch(rethrow);
  },

  async start(ctx, page, account): Promise<OpenedPage | undefined> {
    const client = await stripeFor(account.secretKey);
    const since = ctx.now() - PAGE_SECONDS;
    const make = (idempotencyKey: string) =>
      client.checkout.sessions.create(sessionParams(page), { idempotencyKey });
    const session = await retryWithNewKeys(page.id, make, () => findSession(client, page.id, since)).catch(
      ignoreTooLate,
    );
    if (!session) return undefined;
    if (session.amount_total !== toStripe(page.amount, page.currency)) {
      await client.checkout.sessions.expire(session.id).catch(() => undefined);
      throw PAYMENT.STRIPE_ERROR({ message: "its total is not that of what is paid for" });
    }
    if (!session.url) throw PAYMENT.STRIPE_ERROR({ message: "its page is over" });
    return { ref: session.id, url: session.url };
  },

  charge: async (page, mandate, account) => chargeCard(await stripeFor(account.secretKey), page, mandate),

  close: async (_ctx, { ref }, account) => closeCheckout(await stripeFor(account.secretKey), ref),

  async refund(_ctx, wanted, account): Promise<RefundOutcome> {
    const client = await stripeFor(account.secretKey);
    const { refundId } = wanted;
    // Older versions may have reserved an amount that Stripe cannot express.
    if (toStripeExactly(wanted.amount, wanted.currency) === undefined)
      return { status: "refused", reason: inexactAmount(wanted.amount, wanted.currency).message };
    const make = (idempotencyKey: string) => client.refunds.create(refundParams(wanted), { idempotencyKey });
    try {
      return refundOutcome(await retryWithNewKeys(refundId, make, () => findRefund(client, wanted)));
    } catch (error) {
      const refusal = stripeRefusal(error);
      if (!refusal || isTransient(refusal) || refusal.type === "StripeAuthenticationError") throw error;
      const made = await findRefund(client, wanted);
      return made ? refundOutcome(made) : { status: "refused", reason: cutText(refusal.message, 300) };
    }
  },

  async read(_ctx, attempt, account) {
    return readStripe(await stripeFor(account.secretKey), attempt).catch(rethrow);
  },

  readEvent: (_ctx, raw, headers, signers) => readStripeEvent(raw, headers, signers),
};

// Stripe repeats its answer to a known key, however late. "Too late" therefore means that the page was never opened.
function ignoreTooLate(error: unknown): undefined {
  if (stripeRefusal(error)?.param === "expires_at") return undefined;
  rethrow(error);
}

/** Our ids as metadata. Stripe copies a payment intent's to its charge. */
function metadataOf({ tenantId, paymentId, n, id }: Pick<AttemptRef, "tenantId" | "paymentId" | "n" | "id">) {
  return { tenant_id: tenantId, payment_id: paymentId, n: String(n), attempt: id };
}

function sessionParams(page: PageRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...metadataOf(page), reference: page.reference };
  return {
    mode: "payment",
    client_reference_id: page.id,
    line_items: lineItems(page),
    metadata,
    payment_intent_data: { metadata, ...(page.keepsCard ? { setup_future_usage: "off_session" } : {}) },
    ...(page.keepsCard ? { customer_creation: "always" } : {}),
    success_url: page.returnUrl,
    cancel_url: page.cancelUrl,
    expires_at: page.expiresAt,
    adaptive_pricing: { enabled: false },
    ...(page.email ? { customer_email: page.email } : {}),
  };
}

// Only the total must be exact: if a line is inexact or there are too many, all become one.
function lineItems({
  lines,
  amount,
  currency,
  reference,
}: PageRequest): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  const exact = lines.every(
    (line) => line.amount >= 0 && toStripeExactly(line.amount, currency) !== undefined,
  );
  const shown =
    exact && sum === amount && lines.length > 0 && lines.length <= MAX_LINES
      ? lines
      : [{ name: reference, quantity: 1, amount }];
  return shown.map((line) => ({
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: toStripe(line.amount, currency),
      product_data: { name: lineName(line) },
    },
  }));
}

function lineName({ name, quantity }: PageRequest["lines"][number]): string {
  return `${quantity > 1 ? `${quantity} × ` : ""}${name || "Item"}`.slice(0, 250);
}

function refundParams({ refundId, attempt, amount, currency }: RefundRequest): Stripe.RefundCreateParams {
  if (!attempt.chargeRef) throw new Error(`The attempt ${attempt.id} has nothing to refund.`);
  const metadata = { ...metadataOf(attempt), refund_id: refundId };
  return { payment_intent: attempt.chargeRef, amount: toStripe(amount, currency), metadata };
}

function refundOutcome({ id, status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === "succeeded") return { status, ref: id };
  if (status === "pending" || status === "requires_action") return { status: "pending", ref: id };
  return { status: "refused", reason: failure_reason ?? status ?? "unknown" };
}

async function findSession(
  client: Stripe,
  id: string,
  since: number,
): Promise<Stripe.Checkout.Session | undefined> {
  let seen = 0;
  for await (const session of client.checkout.sessions.list({ created: { gte: since }, limit: 100 })) {
    if (session.client_reference_id === id) return session;
    if (++seen === MAX_SEARCHED) return undefined;
  }
  return undefined;
}

async function findRefund(
  client: Stripe,
  { refundId, attempt }: RefundRequest,
): Promise<Stripe.Refund | undefined> {
  const found = await client.refunds.list({ payment_intent: attempt.chargeRef ?? "", limit: 100 });
  return found.data.find(({ metadata }) => metadata?.refund_id === refundId);
}
