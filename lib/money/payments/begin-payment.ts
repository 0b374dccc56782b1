import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { announce, announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { checkTenantNotDeleted } from "#lib/tenancy/access/authorize.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { newAttemptToken } from "./attempt-token.ts";
import { PROVIDER_ERROR } from "./errors.ts";
import { paymentLife } from "./lifecycle.ts";
import { payments } from "./payment-table.ts";
import type { CheckoutLine } from "./port.ts";
import { findProvider, providerOfBusiness } from "./registry.ts";
import type { Attempt, AttemptKey, Payment } from "./schema.ts";
import { attempts } from "./table.ts";

/** Seconds after which a charge is repeated if its answer was lost. */
const CHARGE_RETRY_SECONDS = 60;

/** Seconds that a hold outlasts its payment page, so that releasing it needs no call to the provider. */
const HOLD_AFTER_PAGE_SECONDS = 60;

export interface PaymentRequest {
  tenantId: string;
  /** Reservation, order or subscription that is paid for. */
  reference: string;
  /** Minor units. */
  amount: number;
  currency: string;
  lines: readonly CheckoutLine[];
  /** Where the customer returns to, checked by the caller; empty for our own page. */
  successUrl?: string | undefined;
  cancelUrl?: string | undefined;
  email?: string | undefined;
  /** Whether the provider stores the card, for charges of later periods. */
  keepsCard?: boolean;
  /** Mandate of an earlier page: its stored card is charged, and no page opens. */
  chargedBy?: string | undefined;
}

/** A payment with its first page, not stored yet. Commit `writes` together with the order or booking. */
export interface PreparedPayment {
  payment: Stored<Payment>;
  attempt: Stored<Attempt>;
  /** When the hold ends that reserves the paid units or time. */
  holdUntil: number;
  writes: Write[];
}

/**
 * Prepares a payment with the provider of the business, without calling it. Commit the writes, then call
 * `openPage`.
 *
 * @throws PAYMENT.NO_PROVIDER, PROVIDER_ERROR, PAYMENT.INVALID_AMOUNT
 */
export async function beginPayment(
  ctx: Context,
  business: Pick<Business, "configs">,
  request: PaymentRequest,
): Promise<PreparedPayment> {
  const { provider, credentialId, isTest } = providerOfBusiness(business);
  const { tenantId: tenant_id, reference, amount, currency } = request;
  provider.checkAmount(amount, currency);
  const now = ctx.now();
  const payment: Payment = {
    id: newId("pay", ctx.clock()),
    tenant_id,
    reference,
    provider: provider.name,
    credential_id: credentialId,
    status: "pending",
    currency,
    amount,
    captured: 0,
    refunded: 0,
    refund_pending: 0,
    desk_refunded: 0,
    desk_pending: 0,
    attempt: 1,
    captured_attempt: null,
    captured_at: null,
    takings: [],
    returns: [],
    test: isTest,
    expires_at: now + provider.pageSeconds(),
    created_at: now,
    updated_at: now,
  };
  const attempt = await newAttempt(ctx, payment, request);
  const writes = [
    checkTenantNotDeleted(tenant_id),
    payments.create(payment),
    attempts.create(attempt),
    announce(ctx, "payment.created", payments, payment),
  ];
  return {
    payment: payments.made(payment),
    attempt: attempts.made(attempt),
    holdUntil: payment.expires_at + HOLD_AFTER_PAGE_SECONDS,
    writes,
  };
}

/**
 * Prepares the next page of a payment whose last page ended or was declined. The payment becomes pending
 * again.
 *
 * @throws PAYMENT.INVALID_AMOUNT when its money has come or is on its way; PROVIDER_ERROR when the provider
 *   cannot express the amount, or is the sandbox while that is turned off
 */
export async function renewPayment(
  ctx: Context,
  before: Stored<Payment>,
  request: PaymentRequest,
): Promise<PreparedPayment> {
  const provider = findProvider(before.provider);
  if (!provider) throw PROVIDER_ERROR({ message: `${before.provider} is not connected` });
  provider.checkAmount(request.amount, request.currency);
  const now = ctx.now();
  const another = { type: "payment page renewed", expires_at: now + provider.pageSeconds(), now } as const;
  const { record: payment, event = [] } = paymentLife.transition({ payment: before }, another);
  const attempt = await newAttempt(ctx, payment, request);
  const writes = [
    checkTenantNotDeleted(before.tenant_id),
    ...announceChange(ctx, event, payments, before, payment).writes,
    attempts.create(attempt),
  ];
  return {
    payment: payments.made(payment, before),
    attempt: attempts.made(attempt),
    holdUntil: payment.expires_at + HOLD_AFTER_PAGE_SECONDS,
    writes,
  };
}

async function newAttempt(ctx: Context, payment: Payment, request: PaymentRequest): Promise<Attempt> {
  const { tenant_id, id: payment_id, attempt: n, reference, provider, credential_id, expires_at } = payment;
  const { amount, currency, lines, successUrl = "", cancelUrl = "", email = null } = request;
  const { keepsCard = false, chargedBy = null } = request;
  return {
    tenant_id,
    payment_id,
    n,
    reference,
    provider,
    credential_id,
    status: "opening",
    amount,
    currency,
    lines: [...lines],
    return_page: await newReturnUrl({ tenant_id, payment_id, n }),
    success_url: successUrl,
    cancel_url: cancelUrl,
    email,
    expires_at,
    provider_ref: "",
    url: "",
    charge_ref: null,
    keeps_card: keepsCard,
    mandate: null,
    charged_by: chargedBy,
    surplus_refund_id: null,
    due_at: chargedBy === null ? expires_at : ctx.now() + CHARGE_RETRY_SECONDS,
    created_at: ctx.now(),
  };
}

/** Our own return URL of an attempt's page. It differs on each call, so the attempt stores it. */
export async function newReturnUrl(attempt: AttemptKey): Promise<string> {
  const token = await newAttemptToken("payment-return", attempt);
  return `${env("PUBLIC_URL")}/v1/payment-returns/${token}`;
}
