import type Stripe from "stripe";
import type { PageRequest } from "./port.ts";
import { retryWithNewKeys, stripeError } from "./stripe-client.ts";
import { toStripe } from "./stripe-currency.ts";

/** The ids of a customer and the stored card as one text; null if either is missing. */
export function mandateOf({ customer, payment_method }: Stripe.PaymentIntent): string | null {
  const [who, card] = [customer, payment_method].map((each) => (typeof each === "string" ? each : each?.id));
  return who && card ? `${who} ${card}` : null;
}

/** Charges a stored card, once per page id. Of a declined card, it returns the payment intent too. */
export async function chargeCard(
  client: Stripe,
  page: PageRequest,
  mandate: string,
): Promise<{ ref: string }> {
  const [customer = "", payment_method = ""] = mandate.split(" ");
  const { id: attempt, tenantId: tenant_id, paymentId: payment_id, n, reference, amount, currency } = page;
  const metadata = { tenant_id, payment_id, n: String(n), attempt, reference };
  const wanted = {
    amount: toStripe(amount, currency),
    currency: currency.toLowerCase(),
    customer,
    payment_method,
    off_session: true,
    confirm: true,
    description: page.lines[0]?.name ?? reference,
    metadata,
  };
  const make = (idempotencyKey: string) => client.paymentIntents.create(wanted, { idempotencyKey });
  const find = async () => {
    const { data } = await client.paymentIntents.list({ customer, limit: 100 });
    return data.find((intent) => intent.metadata.attempt === attempt);
  };
  try {
    return { ref: (await retryWithNewKeys(attempt, make, find)).id };
  } catch (error) {
    const declined = declinedIntentId(error);
    if (declined) return { ref: declined };
    throw stripeError(error);
  }
}

function declinedIntentId(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("payment_intent" in error)) return undefined;
  const { payment_intent: intent } = error;
  if (typeof intent !== "object" || intent === null || !("id" in intent)) return undefined;
  return String(intent.id);
}
