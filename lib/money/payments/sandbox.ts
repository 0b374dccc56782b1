import { timingSafeEqual } from "node:crypto";
import type { Context } from "#core/context.ts";
import { env } from "#core/env.ts";
import { keyedHash, seal, unseal } from "#core/seal.ts";
import { PAYMENT } from "./errors.ts";
import type { Checkout, PaymentEvent, PaymentProvider, Started } from "./port.ts";
import { SandboxEvent } from "./schema.ts";
import { sandboxCharges } from "./table.ts";

const NAME = "sandbox";
const PURPOSE = "sandbox-checkout";
const SIGNATURE = "sandbox-signature";

/** The embedded provider: a page of its own on which whoever tries things out decides, and callbacks as real ones are. */
export const sandbox: PaymentProvider = {
  name: NAME,

  async start(ctx: Context, checkout: Checkout): Promise<Started> {
    const { tenantId, paymentId, amount, currency, lines, successUrl, cancelUrl } = checkout;
    const token = await seal(PURPOSE, JSON.stringify([tenantId, paymentId]));
    const url = `${env("PUBLIC_URL")}/v1/payments/sandbox/checkouts/${token}`;
    const charge = {
      tenant_id: tenantId,
      payment_id: paymentId,
      status: "open" as const,
      amount,
      currency,
      lines: [...lines],
      success_url: successUrl || url,
      cancel_url: cancelUrl || url,
      settles_at: null,
      created_at: ctx.now(),
    };
    return { providerRef: paymentId, checkoutUrl: url, writes: [sandboxCharges.put(charge)] };
  },

  async refund(): Promise<boolean> {
    return true;
  },

  async readEvent(raw, headers): Promise<PaymentEvent | undefined> {
    const given = Buffer.from(headers[SIGNATURE] ?? "");
    const right = Buffer.from(await signature(raw.toString("utf8")));
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw PAYMENT.SIGNATURE_INVALID();
    const { id, type, tenant_id, payment_id, amount } = SandboxEvent.parse(JSON.parse(raw.toString("utf8")));
    return { id, type, tenantId: tenant_id, paymentId: payment_id, amount };
  },
};

/** Tenant and payment of a page's address; `undefined` for an address that was never given out. */
export async function openCheckout(
  token: string,
): Promise<{ tenant_id: string; payment_id: string } | undefined> {
  const text = token.length > 1000 ? undefined : await unseal(PURPOSE, token);
  if (text === undefined) return undefined;
  const [tenant_id, payment_id]: string[] = JSON.parse(text);
  return { tenant_id: tenant_id ?? "", payment_id: payment_id ?? "" };
}

/** The callback for an event, signed as the receiving end demands. */
export async function callback(
  event: SandboxEvent,
): Promise<{ url: string; body: string; headers: Record<string, string> }> {
  const body = JSON.stringify(event);
  return {
    url: `${env("PUBLIC_URL")}/v1/payments/${NAME}/webhook`,
    body,
    headers: { "content-type": "application/json", [SIGNATURE]: await signature(body) },
  };
}

async function signature(body: string): Promise<string> {
  return `v1=${await keyedHash("sandbox-webhook", body)}`;
}
