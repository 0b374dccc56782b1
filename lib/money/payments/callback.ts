import { type Budget, hasBudgetLeft, tooManyRequests, trySpend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { ipNetwork } from "#core/http/caller.ts";
import { logger } from "#core/log.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { tombstoneRead } from "#lib/tenancy/tenants/delete-tenant.ts";
import { credentialsOf, signerOf } from "./credentials.ts";
import { PAYMENT } from "./errors.ts";
import { payments } from "./payment-table.ts";
import type { PaymentProvider, ProviderEvent, Signer } from "./port.ts";
import type { RefusedCallbacks } from "./provider-schema.ts";
import { accountOf, findProvider } from "./registry.ts";
import { applyProviderState } from "./sync-payment.ts";
import { attempts, callbackCounts, paymentEvents, refunds } from "./table.ts";

/** Seconds in which an unknown payment is retried: a callback can arrive before its commit is visible. */
const MAX_WAIT = HOUR;
/** Name of the budget of callbacks with an invalid signature, per network and store. */
const BUDGET_ID = "forged_callbacks";
const FORGED_BUDGET: Budget = [20, HOUR];

type EventKey = Parameters<typeof paymentEvents.find>[0];
interface CallbackRequest {
  store: string | undefined;
  bytes: Buffer;
  headers: Record<string, string | undefined>;
}

/** Who may sign callbacks for a store, and whether the caller's network may send more invalid signatures. */
interface SignerCheck {
  signers: readonly Signer[];
  mayFail: boolean;
}

/**
 * Handles a provider's callback: verifies it, asks the provider for the payment's state and commits that
 * before answering. It takes three round trips to the table. Each refusal is logged by its reason, which the
 * alarms count.
 */
export async function receivePaymentEvent(
  ctx: Context,
  { name, store }: { name: string; store?: string | undefined },
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<{ received: true }> {
  const provider = findProvider(name);
  if (!provider) throw GENERAL.NOT_FOUND();
  const known = await signersFor(ctx, provider, store);
  const event = await readCallback(ctx, provider, { store, bytes, headers }, known);
  if (!event) {
    await reportRefusedCallback(ctx, { provider: name, reason: "not_ours" });
    return { received: true };
  }
  if (store !== undefined && store !== event.tenantId) {
    await reportRefusedCallback(ctx, { provider: name, store, reason: "wrong_store", event: event.id });
    throw PAYMENT.SIGNATURE_INVALID();
  }
  await applyEvent(ctx, name, event, known.signers);
  return { received: true };
}

export async function isDuplicateCallback(key: EventKey): Promise<boolean> {
  return (await paymentEvents.find(key)) !== undefined;
}

/** The write that records a callback as applied. It belongs in the transaction of its effect. */
export function recordCallback(ctx: Context, key: EventKey): Write {
  return paymentEvents.put({ ...key, at: ctx.now() });
}

/** Reasons that are only logged: the callback names no store of ours, or cannot be read. */
type UnreportedReason = "not_ours" | "unreadable";
type RefusedReason = Exclude<keyof RefusedCallbacks, "last_at"> | UnreportedReason;

/** Reports a callback without effect: in the log, which alarms count, and in a counter for staff. */
export async function reportRefusedCallback(
  ctx: Context,
  {
    provider,
    store,
    reason,
    event = "",
  }: { provider: string; store?: string | undefined; reason: RefusedReason; event?: string },
): Promise<void> {
  logger.warn("callback not applied", { callback: "refused", provider, reason, event });
  if (store === undefined || reason === "not_ours" || reason === "unreadable") return;
  const key = { tenant_id: store, provider };
  const counted = callbackCounts.update(key, { add: { [reason]: 1 }, set: { ...key, last_at: ctx.now() } });
  await transact(ctx, [{ ...counted, failure: undefined }]);
}

export function isSignatureInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.code === PAYMENT.SIGNATURE_INVALID().code;
}

async function readCallback(
  ctx: Context,
  provider: PaymentProvider,
  { store, bytes, headers }: CallbackRequest,
  known: SignerCheck,
): Promise<ProviderEvent | undefined> {
  try {
    return await provider.readEvent(ctx, bytes, headers, known.signers);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isSignatureInvalid(error))
      await reportRefusedCallback(ctx, { provider: provider.name, reason: "unreadable" });
    else await reportForgery(ctx, provider, store, known);
    throw error;
  }
}

/**
 * Counts a callback with an invalid signature, up to an hourly limit per network. Beyond that nothing is
 * written.
 */
async function reportForgery(
  ctx: Context,
  { name: provider }: PaymentProvider,
  store: string | undefined,
  { signers, mayFail }: SignerCheck,
): Promise<void> {
  const subject = forgerySubject(ctx, store);
  const isCounted = signers.length > 0 && mayFail && (await trySpend(ctx, BUDGET_ID, subject, FORGED_BUDGET));
  await reportRefusedCallback(ctx, { provider, store: isCounted ? store : undefined, reason: "signature" });
  if (!mayFail) throw tooManyRequests(ctx, BUDGET_ID, subject, FORGED_BUDGET);
}

// Forgeries are counted per store too, because anybody can make Stripe call any URL from its own networks.
function forgerySubject(ctx: Context, store: string | undefined): string {
  return `${store ?? ""}\n${ipNetwork(ctx.ip)}`;
}

// Replaced credentials still sign callbacks of what was paid with them. A network that sent too many invalid
// signatures is checked against the active credential alone, so that real callbacks always pass.
async function signersFor(
  ctx: Context,
  { name }: PaymentProvider,
  store: string | undefined,
): Promise<SignerCheck> {
  if (store === undefined) return { signers: [], mayFail: true };
  const [isGone, all, mayFail] = await sideBySide([
    isDeleted(store, ctx.now()),
    credentialsOf(store),
    hasBudgetLeft(ctx, BUDGET_ID, forgerySubject(ctx, store), FORGED_BUDGET),
  ]);
  if (isGone) throw GENERAL.NOT_FOUND();
  const eligible = all.filter(({ type, retired_at }) => type === name && (mayFail || retired_at === null));
  return { signers: await sideBySide(eligible.map((one) => signerOf(one, ctx.now()))), mayFail };
}

async function applyEvent(
  ctx: Context,
  provider: string,
  { id, at, tenantId: tenant_id, paymentId: payment_id, n, refundId }: ProviderEvent,
  signers: readonly Signer[],
): Promise<void> {
  const key = { tenant_id, provider, id };
  // The tombstone is read fresh, because the deletion of a store refunds its payments itself.
  const [end, seen, payment, attempt, refund] = await readTogether(
    [
      tombstoneRead(tenant_id),
      paymentEvents.read(key),
      payments.read({ tenant_id, id: payment_id }),
      attempts.read({ tenant_id, payment_id, n }),
      refunds.read({ tenant_id, id: refundId ?? "" }),
    ],
    ctx,
  );
  if (end) throw GENERAL.NOT_FOUND();
  const refused = (reason: RefusedReason) =>
    reportRefusedCallback(ctx, { provider, store: tenant_id, reason, event: id });
  if (seen) return refused("repeated");
  // The callback can arrive before the attempt has stored the page's id.
  const known = payment && attempt?.provider_ref;
  if (!known) await refused("unknown_payment");
  if (!known && Math.abs(ctx.now() - at) < MAX_WAIT) throw PAYMENT.NOT_KNOWN_YET({ retryAfter: 30 });
  if (!payment || !attempt) return;
  const signer = signers.find(({ credentialId }) => credentialId === attempt.credential_id);
  const account = await (signer ? signer.open() : accountOf(ctx, attempt));
  const own = refund ? [refund] : [];
  await applyProviderState(ctx, { payment, attempt, own }, account, [recordCallback(ctx, key)]);
}
