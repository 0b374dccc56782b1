import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { announce, announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { checkTenantNotDeleted } from "#lib/tenancy/access/authorize.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { PROVIDER_ERROR } from "./errors.ts";
import { paymentLife } from "./lifecycle.ts";
import { payments } from "./payment-table.ts";
import type { CheckoutLine } from "./port.ts";
import { findProvider, providerOfBusiness } from "./registry.ts";
import { type Attempt, AttemptAddress, type Payment } from "./schema.ts";
import { attempts } from "./table.ts";

/** Seconds after which a charge whose answer was lost is asked for again. */
const CHARGE_AGAIN = 60;

/** Seconds from a page's end to that of what it holds, so that freeing needs no call to the provider. */
const HOLD_AFTER_PAGE = 60;

export interface PaymentRequest {
  tenantId: string;
  /** Reservation, order or subscription that is paid for. */
  reference: string;
  /** Minor units. */
  amount: number;
  currency: string;
  lines: readonly CheckoutLine[];
  /** Where the customer is sent back to, as `returnAddress` made them; a page of ours when empty. */
  successUrl?: string | undefined;
  cancelUrl?: string | undefined;
  email?: string | undefined;
  /** Keeps the card, where the provider can, for charges of later periods. */
  keepsCard?: boolean;
  /** Charges by what an earlier page has kept: there is no page. See `charge`. */
  chargedBy?: string | undefined;
}

/** A payment with its first page, not stored yet: `writes` belong into the transaction of what is paid for. */
export interface PreparedPayment {
  payment: Stored<Payment>;
  attempt: Stored<Attempt>;
  /** Until when that which is paid for is to be held. */
  holdUntil: number;
  writes: Write[];
}

/**
 * Begins a payment with the provider that the business has chosen; nobody is called. Commit the writes together with
 * what is paid for, then open its page with `openPage`.
 *
 * @throws PAYMENT.NO_PROVIDER, PROVIDER_ERROR, PAYMENT.INVALID_AMOUNT
 */
export async function beginPayment(
  ctx: Context,
  business: Pick<Business, "configs">,
  asked: PaymentRequest,
): Promise<PreparedPayment> {
  const { provider, credentialId, isTest } = providerOfBusiness(business);
  const { tenantId: tenant_id, reference, amount, currency } = asked;
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
  const attempt = await attemptOf(ctx, payment, asked);
  const writes = [
    checkTenantNotDeleted(tenant_id),
    payments.create(payment),
    attempts.create(attempt),
    announce(ctx, "payment.created", payments, payment),
  ];
  return {
    payment: payments.made(payment),
    attempt: attempts.made(attempt),
    holdUntil: payment.expires_at + HOLD_AFTER_PAGE,
    writes,
  };
}

/**
 * The next page of a payment whose last one is over or was declined; the payment is pending again.
 *
 * @throws PAYMENT.INVALID_AMOUNT where its money has come or is on its way, PROVIDER_ERROR where it cannot be said
 *   exactly, or where that provider is the sandbox, which has been turned off
 */
export async function renewPayment(
  ctx: Context,
  before: Stored<Payment>,
  asked: PaymentRequest,
): Promise<PreparedPayment> {
  const provider = findProvider(before.provider);
  if (!provider) throw PROVIDER_ERROR({ message: `${before.provider} is not connected` });
  provider.checkAmount(asked.amount, asked.currency);
  const now = ctx.now();
  const another = { type: "payment page renewed", expires_at: now + provider.pageSeconds(), now } as const;
  const { record: payment, event = [] } = paymentLife.transition({ payment: before }, another);
  const attempt = await attemptOf(ctx, payment, asked);
  const writes = [
    checkTenantNotDeleted(before.tenant_id),
    ...announceChange(ctx, event, payments, before, payment).writes,
    attempts.create(attempt),
  ];
  return {
    payment: payments.made(payment, before),
    attempt: attempts.made(attempt),
    holdUntil: payment.expires_at + HOLD_AFTER_PAGE,
    writes,
  };
}

async function attemptOf(ctx: Context, payment: Payment, asked: PaymentRequest): Promise<Attempt> {
  const { tenant_id, id: payment_id, attempt: n, reference, provider, credential_id, expires_at } = payment;
  const { amount, currency, lines, successUrl = "", cancelUrl = "", email = null } = asked;
  const { keepsCard = false, chargedBy = null } = asked;
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
    due_at: chargedBy === null ? expires_at : ctx.now() + CHARGE_AGAIN,
    created_at: ctx.now(),
  };
}

/** Seals what the address of our return page says. */
const PURPOSE = "payment-return";

type Key = Pick<Attempt, "tenant_id" | "payment_id" | "n">;

/** An address of ours that people come back to from an attempt's page. It is another one each time: the attempt keeps it. */
export async function newReturnUrl({ tenant_id, payment_id, n }: Key): Promise<string> {
  const token = await sealToken(PURPOSE, [tenant_id, payment_id, n]);
  return `${env("PUBLIC_URL")}/v1/payment-returns/${token}`;
}

/** The attempt whose page somebody came back from; `undefined` for an address that was never given out. */
export async function attemptOfReturnToken(token: string): Promise<Key | undefined> {
  const named = await openToken(PURPOSE, token, AttemptAddress);
  if (!named) return undefined;
  const [tenant_id, payment_id, n] = named;
  return { tenant_id, payment_id, n };
}
