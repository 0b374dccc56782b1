import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { Read } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { PAYMENT } from "./errors.ts";
import type { CheckoutLine, PaymentEvent } from "./port.ts";
import { providerNamed, providerOf } from "./registry.ts";
import type { Payment } from "./schema.ts";
import { paymentEvents, payments } from "./table.ts";

export interface StartCheckout {
  tenantId: string;
  /** Reservation, order or subscription that is paid for. */
  reference: string;
  /** Minor units. */
  amount: number;
  currency: string;
  lines: readonly CheckoutLine[];
  /** Where the customer is sent back to; the provider's own page when empty. */
  successUrl?: string | undefined;
  cancelUrl?: string | undefined;
  email?: string | undefined;
}

/** A checkout begun with a provider; `writes` take it up, and belong into the transaction of what is paid for. */
export interface CheckoutStarted {
  checkoutUrl: string;
  paymentId: string;
  payment: Payment;
  writes: Write[];
}

/**
 * Begins a checkout with the provider that the business has chosen. Nothing is stored before `writes` are.
 *
 * @throws PAYMENT.STRIPE_ERROR when the provider refuses or is not connected
 */
export async function startCheckout(
  ctx: Context,
  business: Pick<Business, "configs">,
  { tenantId, reference, amount, currency, lines, successUrl = "", cancelUrl = "", email }: StartCheckout,
): Promise<CheckoutStarted> {
  const provider = providerOf(business);
  const paymentId = newId("pay", ctx.clock());
  const asked = { paymentId, tenantId, reference, amount, currency, lines, successUrl, cancelUrl, email };
  const started = await provider.start(ctx, asked).catch(refused);
  const now = ctx.now();
  const payment: Payment = {
    id: paymentId,
    tenant_id: tenantId,
    reference,
    provider: provider.name,
    provider_ref: started.providerRef,
    status: "pending",
    currency,
    amount,
    captured: 0,
    refunded: 0,
    checkout_url: started.checkoutUrl,
    created_at: now,
    updated_at: now,
  };
  const writes = [
    payments.create(payment),
    announcePayment(ctx, "payment.created", { ...payment }),
    ...(started.writes ?? []),
  ];
  return { checkoutUrl: started.checkoutUrl, paymentId, payment, writes };
}

/** Takes a provider's callback: checks whose it is and applies what it says, once. */
export async function receivePaymentEvent(
  ctx: Context,
  name: string,
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<{ received: true }> {
  const provider = providerNamed(name);
  if (!provider) throw GENERAL.NOT_FOUND();
  const event = await provider.readEvent(bytes, headers);
  if (event) await apply(ctx, provider.name, event);
  return { received: true };
}

/** The read of a payment, to be made together with others. */
export function paymentRead(tenantId: string, id: string): Read<Payment> {
  return payments.read({ tenant_id: tenantId, id });
}

/** The newest payment for a reservation or an order. */
export async function paymentFor(tenantId: string, reference: string): Promise<Stored<Payment> | undefined> {
  const partition = `${payments.partition({ tenant_id: tenantId })}#${reference}`;
  const { items } = await queryItems(partition, { index: "child_created", descending: true, limit: 1 });
  const [newest] = items;
  return newest && payments.find({ tenant_id: tenantId, id: String(newest.sk) });
}

export function announcePayment(ctx: Context, type: string, payment: Stored<Payment>): Write {
  return announce(ctx, type, payment, {
    tenantId: payment.tenant_id,
    resource: "payment",
    recordId: payment.id,
  });
}

async function apply(ctx: Context, provider: string, event: PaymentEvent): Promise<void> {
  const { tenantId: tenant_id, paymentId, id } = event;
  const known = await paymentEvents.find({ tenant_id, provider, id });
  if (known) return;
  const before = await payments.find({ tenant_id, id: paymentId });
  if (!before || before.provider !== provider) {
    logger.warn("callback for no payment", { provider, event: id });
    return;
  }
  const after = afterEvent(before, event, ctx.now());
  await transact(ctx, [
    paymentEvents.create({ tenant_id, provider, id, at: ctx.now() }),
    ...(after ? [payments.replace(before, after), announcePayment(ctx, `payment.${event.type}`, after)] : []),
  ]);
}

/** A payment after an event, whatever came before it; `undefined` when it changes nothing. */
export function afterEvent(
  before: Stored<Payment>,
  event: PaymentEvent,
  now: number,
): Stored<Payment> | undefined {
  const after = { ...before, updated_at: now, provider_ref: event.providerRef ?? before.provider_ref };
  switch (event.type) {
    case "authorized":
      return before.status === "pending" ? { ...after, status: "authorized" } : undefined;
    case "captured": {
      // Money that has come counts, even where the checkout had been given up.
      const captured = Math.max(before.captured, event.amount);
      return captured > before.captured ? { ...after, status: "captured", captured } : undefined;
    }
    case "failed":
      return before.status === "pending" || before.status === "authorized"
        ? { ...after, status: "failed" }
        : undefined;
    case "refunded": {
      const refunded = Math.min(before.captured, Math.max(before.refunded, event.amount));
      return refunded > before.refunded ? { ...after, refunded } : undefined;
    }
  }
}

function refused(error: unknown): never {
  if (error instanceof ApiError) throw error;
  logger.error("payment provider", { error: error instanceof Error ? error : String(error) });
  throw PAYMENT.STRIPE_ERROR({ message: "it could not be reached" });
}
