import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { announceChange } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { addToLogLine } from "#core/log-context.ts";
import { requireSecret } from "#core/secrets.ts";
import { toAttemptRef } from "./attempt-ref.ts";
import type { PreparedPayment } from "./begin-payment.ts";
import { PROVIDER_ERROR } from "./errors.ts";
import { paymentLife } from "./lifecycle.ts";
import { payments } from "./payment-table.ts";
import type { PageRequest } from "./port.ts";
import { accountOf, findProvider, providerOfPayment } from "./registry.ts";
import type { Attempt, Payment } from "./schema.ts";
import { paymentRead } from "./service.ts";
import { syncPayment } from "./sync-payment.ts";
import { attempts } from "./table.ts";

/** A page that can be paid, as callers see it. */
export interface PaymentPage {
  url: string;
  expires_at: number;
}

/**
 * Opens an attempt's page once. If it is already open, returns the same page.
 *
 * @throws PROVIDER_ERROR when the provider refuses or cannot be reached, or the page was not opened in time;
 *   safe to repeat
 */
export async function openPage(ctx: Context, attempt: Stored<Attempt>): Promise<PaymentPage> {
  const open = await ensurePageOpen(ctx, attempt);
  if (open) return { url: open.url, expires_at: open.expires_at };
  await expireUnopened(ctx, attempt);
  throw PROVIDER_ERROR({ message: "its page was not opened in time. Try again" });
}

/** The attempt with its page open and stored; `undefined` when the page can no longer be opened. */
async function ensurePageOpen(ctx: Context, attempt: Stored<Attempt>): Promise<Stored<Attempt> | undefined> {
  // The sandbox encrypts the URL of its page.
  requireSecret("DATA_SECRET");
  if (attempt.url) return attempt;
  const account = await accountOf(ctx, attempt);
  const started = await providerOfPayment(attempt)
    .start(ctx, toPageRequest(attempt), account)
    .catch(throwProviderError);
  addToLogLine({ provider_id: started?.ref });
  if (!started) return undefined;
  const after: Attempt = { ...attempt, status: "open", provider_ref: started.ref, url: started.url };
  try {
    await transact(ctx, [attempts.replace(attempt, after)]);
    return attempts.made(after, attempt);
  } catch (error) {
    if (!(error instanceof Contention)) throw error;
    const known = await attempts.find(attempt, ctx);
    if (!known?.url) throw error;
    return known;
  }
}

// The payment expires with its page, so that a new page can be opened.
async function expireUnopened(ctx: Context, { tenant_id, payment_id, n }: Attempt): Promise<void> {
  const found = await newestAttempt(tenant_id, payment_id);
  if (found?.attempt.n !== n || found.attempt.url || found.payment.status !== "pending") return;
  await transact(ctx, endWrites(ctx, found, "expired"));
}

/** The page of a payment, opened if needed; `undefined` when nothing can be paid any more. */
export async function getPaymentPage(
  ctx: Context,
  tenantId: string,
  paymentId: string,
): Promise<PaymentPage | undefined> {
  const found = await newestAttempt(tenantId, paymentId);
  // The page of a sandbox that was turned off is gone.
  if (!found || !findProvider(found.payment.provider)) return undefined;
  const { payment, attempt } = found;
  if (payment.status === "pending" && attempt.expires_at > ctx.now()) return openPage(ctx, attempt);
  return payment.status === "authorized" ? { url: attempt.url, expires_at: attempt.expires_at } : undefined;
}

/**
 * Closes a payment's page at the provider before its hold is released. `paid` means that money came or is on
 * its way, and that the payment is synced. After `closed`, the writes end the payment and belong in the
 * transaction that releases.
 */
export async function preparePageClose(
  ctx: Context,
  tenantId: string,
  paymentId: string,
): Promise<{ end: "closed" | "paid"; writes: Write[] }> {
  const found = await newestAttempt(tenantId, paymentId);
  if (found?.payment.status === "captured" || found?.payment.status === "authorized")
    return { end: "paid", writes: [] };
  if (found?.payment.status !== "pending" || found.attempt.expires_at <= ctx.now())
    return { end: "closed", writes: [] };
  const { payment, attempt } = found;
  if (attempt.charged_by !== null) return { end: "closed", writes: [] };
  const open = await ensurePageOpen(ctx, attempt);
  if (!open) return { end: "closed", writes: endWrites(ctx, { payment, attempt }, "expired") };
  const account = await accountOf(ctx, attempt);
  const end = await providerOfPayment(payment).close(ctx, toAttemptRef(open), account);
  if (end === "closed") return { end, writes: endWrites(ctx, { payment, attempt: open }, "expired") };
  await syncPayment(ctx, open);
  return { end, writes: [] };
}

/** Closes a payment's page when nothing is released in the same transaction. */
export async function closePage(
  ctx: Context,
  tenantId: string,
  paymentId: string,
): Promise<"closed" | "paid"> {
  const { end, writes } = await preparePageClose(ctx, tenantId, paymentId);
  await transact(ctx, writes);
  return end;
}

/** Fails a payment whose page could not be opened. The event releases what it holds. */
export async function abandonPayment(ctx: Context, { payment, attempt }: PreparedPayment): Promise<void> {
  await transact(ctx, endWrites(ctx, { payment, attempt }, "failed"));
}

function endWrites(
  ctx: Context,
  { payment, attempt }: { payment: Stored<Payment>; attempt: Stored<Attempt> },
  status: "failed" | "expired",
): Write[] {
  const type = status === "failed" ? "payment declined" : "payment page expired";
  const { record, event = [] } = paymentLife.transition(
    { payment },
    { type, page: attempt.n, now: ctx.now() },
  );
  return [
    ...announceChange(ctx, event, payments, payment, record).writes,
    attempts.replace(attempt, { ...attempt, status, lines: [], email: null, due_at: null }),
  ];
}

async function newestAttempt(
  tenant_id: string,
  id: string,
): Promise<{ payment: Stored<Payment>; attempt: Stored<Attempt> } | undefined> {
  const [payment, first] = await readTogether([
    paymentRead(tenant_id, id),
    attempts.read({ tenant_id, payment_id: id, n: 1 }),
  ]);
  if (!payment) return undefined;
  const { attempt: n } = payment;
  const attempt = n === 1 ? first : await attempts.find({ tenant_id, payment_id: id, n });
  return attempt && { payment, attempt };
}

/**
 * The request that opens an attempt's page, made from stored fields alone: a repeat under the same
 * idempotency key must have the same content.
 */
export function toPageRequest(attempt: Attempt): PageRequest {
  const { tenant_id, payment_id, n, reference, amount, currency, lines, return_page, cancel_url } = attempt;
  return {
    id: `${payment_id}-${n}`,
    paymentId: payment_id,
    n,
    tenantId: tenant_id,
    reference,
    amount,
    currency,
    lines,
    returnUrl: return_page,
    cancelUrl: cancel_url || `${return_page}?cancelled=true`,
    email: attempt.email,
    expiresAt: attempt.expires_at,
    keepsCard: attempt.keeps_card,
  };
}

function throwProviderError(error: unknown): never {
  if (error instanceof ApiError) throw error;
  logger.error("payment provider", { error: error instanceof Error ? error : String(error) });
  throw PROVIDER_ERROR({ message: "it could not be reached. Try again" });
}
