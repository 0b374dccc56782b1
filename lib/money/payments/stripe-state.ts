import type Stripe from "stripe";
import { sideBySide } from "#core/side-by-side.ts";
import type { AttemptRef, PaymentState } from "./port.ts";
import { mandateOf } from "./stripe-charge.ts";
import { fromStripe } from "./stripe-currency.ts";

const NO_REVERSALS = { refunds: [], disputes: [] };

/** The state of a page, or of a charge without a page: what was paid, and what was refunded. */
export async function readStripe(client: Stripe, { ref, chargeRef }: AttemptRef): Promise<PaymentState> {
  const [{ status, intent }, known] = await sideBySide([
    ref.startsWith("pi_") ? chargeState(client, ref) : sessionState(client, ref),
    chargeRef ? readReversals(client, chargeRef) : undefined,
  ]);
  if (status !== "paid" || !intent) return { status, captured: 0, chargeRef: null, ...NO_REVERSALS };
  const captured = fromStripe(intent.amount_received, intent.currency);
  const mandate = intent.setup_future_usage === "off_session" ? mandateOf(intent) : null;
  return {
    status,
    captured,
    chargeRef: intent.id,
    mandate,
    ...(known ?? (await readReversals(client, intent.id))),
  };
}

interface ChargeState {
  status: PaymentState["status"];
  intent: Stripe.PaymentIntent | null;
}

// A page whose id was never stored was shown to nobody.
async function sessionState(client: Stripe, ref: string): Promise<ChargeState> {
  if (!ref) return { status: "expired", intent: null };
  const session = await client.checkout.sessions.retrieve(ref, { expand: ["payment_intent"] });
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  return { status: statusOf(session, intent), intent };
}

async function chargeState(client: Stripe, ref: string): Promise<ChargeState> {
  const intent = await client.paymentIntents.retrieve(ref);
  if (intent.status === "succeeded") return { status: "paid", intent };
  return { status: intent.status === "processing" ? "processing" : "failed", intent };
}

async function readReversals(
  client: Stripe,
  payment_intent: string,
): Promise<Pick<PaymentState, "refunds" | "disputes">> {
  const [refunds, disputes] = await sideBySide([
    client.refunds.list({ payment_intent, limit: 100 }),
    client.disputes.list({ payment_intent, limit: 100 }),
  ]);
  return {
    refunds: refunds.data.map((refund) => ({
      ref: refund.id,
      refundId: refund.metadata?.refund_id ?? null,
      amount: fromStripe(refund.amount, refund.currency),
      status: refundStatus(refund),
      ...(refund.failure_reason ? { reason: refund.failure_reason } : {}),
    })),
    disputes: disputes.data.map((dispute) => ({
      ref: dispute.id,
      amount: fromStripe(dispute.amount, dispute.currency),
      status: disputeStatus(dispute),
    })),
  };
}

function statusOf(
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentState["status"] {
  if (status === "open") return "open";
  if (status === "expired") return "expired";
  if (payment_status === "paid") return "paid";
  const failed = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return failed ? "failed" : "processing";
}

function refundStatus({ status }: Stripe.Refund): "pending" | "succeeded" | "failed" {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

// An inquiry takes no money yet, and a prevented dispute never does.
function disputeStatus({ status }: Stripe.Dispute): "open" | "lost" | "won" {
  if (status === "lost") return "lost";
  return status === "needs_response" || status === "under_review" ? "open" : "won";
}
