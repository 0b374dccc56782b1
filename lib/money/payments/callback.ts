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

/** Seconds for which a payment that is not there may still come: its callback can be faster than its commit is seen. */
const MAX_WAIT = HOUR;
/** Callbacks that nobody known has signed, of one network to one store. */
const FORGED = "forged_callbacks";
const MOST_FORGED: Budget = [20, HOUR];

type EventKey = Parameters<typeof paymentEvents.find>[0];
interface Sent {
  store: string | undefined;
  bytes: Buffer;
  headers: Record<string, string | undefined>;
}

/** Who may sign for a store, and whether the caller's network may still be wrong about that. */
interface Known {
  signers: readonly Signer[];
  mayErr: boolean;
}

/**
 * Takes a provider's callback: checks whose it is, asks the provider how the payment stands, and commits that before it
 * answers: three round trips to the table. What is refused is logged by its reason, which is how it is counted.
 */
export async function receivePaymentEvent(
  ctx: Context,
  { name, store }: { name: string; store?: string | undefined },
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<{ received: true }> {
  const provider = findProvider(name);
  if (!provider) throw GENERAL.NOT_FOUND();
  const known = await knownOf(ctx, provider, store);
  const event = await read(ctx, provider, { store, bytes, headers }, known);
  if (!event) {
    await reportRefusedCallback(ctx, { provider: name, reason: "not_ours" });
    return { received: true };
  }
  if (store !== undefined && store !== event.tenantId) {
    await reportRefusedCallback(ctx, { provider: name, store, reason: "wrong_store", event: event.id });
    throw PAYMENT.SIGNATURE_INVALID();
  }
  await apply(ctx, name, event, known.signers);
  return { received: true };
}

/** Whether a callback was applied before. */
export async function isDuplicateCallback(key: EventKey): Promise<boolean> {
  return (await paymentEvents.find(key)) !== undefined;
}

/** The write that notes a callback as applied, for the transaction of its effect. */
export function recordCallback(ctx: Context, key: EventKey): Write {
  return paymentEvents.put({ ...key, at: ctx.now() });
}

/** Of these no store is told: nobody knows whose they are, or they say nothing. */
type Untold = "not_ours" | "unreadable";
type Reason = Exclude<keyof RefusedCallbacks, "last_at"> | Untold;

/** Notes a callback that has no effect: as a line that `infra` counts by its reason, and for the people of the store. */
export async function reportRefusedCallback(
  ctx: Context,
  {
    provider,
    store,
    reason,
    event = "",
  }: { provider: string; store?: string | undefined; reason: Reason; event?: string },
): Promise<void> {
  logger.warn("callback not applied", { callback: "refused", provider, reason, event });
  if (store === undefined || reason === "not_ours" || reason === "unreadable") return;
  const key = { tenant_id: store, provider };
  const counted = callbackCounts.update(key, { add: { [reason]: 1 }, set: { ...key, last_at: ctx.now() } });
  await transact(ctx, [{ ...counted, failure: undefined }]);
}

/** Whether a callback was refused because nobody known has signed it. */
export function isSignatureInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.code === PAYMENT.SIGNATURE_INVALID().code;
}

async function read(
  ctx: Context,
  provider: PaymentProvider,
  { store, bytes, headers }: Sent,
  known: Known,
): Promise<ProviderEvent | undefined> {
  try {
    return await provider.readEvent(ctx, bytes, headers, known.signers);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isSignatureInvalid(error))
      await reportRefusedCallback(ctx, { provider: provider.name, reason: "unreadable" });
    else await forged(ctx, provider, store, known);
    throw error;
  }
}

/**
 * Counts a callback that nobody known has signed, where the store has an account: so many of a network in an hour. Of
 * what comes after those nothing is written.
 */
async function forged(
  ctx: Context,
  { name: provider }: PaymentProvider,
  store: string | undefined,
  { signers, mayErr }: Known,
): Promise<void> {
  const subject = forger(ctx, store);
  const isCounted = signers.length > 0 && mayErr && (await trySpend(ctx, FORGED, subject, MOST_FORGED));
  await reportRefusedCallback(ctx, { provider, store: isCounted ? store : undefined, reason: "signature" });
  if (!mayErr) throw tooManyRequests(ctx, FORGED, subject, MOST_FORGED);
}

// With a store, as anybody can have Stripe call any address, from the networks that the store's own callbacks come from.
function forger(ctx: Context, store: string | undefined): string {
  return `${store ?? ""}\n${ipNetwork(ctx.ip)}`;
}

// Those that were replaced too: what was paid with them is still told of. A network that has been wrong too often is
// heard by the account in use alone: what that has signed is taken from every network at any time.
async function knownOf(ctx: Context, { name }: PaymentProvider, store: string | undefined): Promise<Known> {
  if (store === undefined) return { signers: [], mayErr: true };
  const [isGone, all, mayErr] = await sideBySide([
    isDeleted(store, ctx.now()),
    credentialsOf(store),
    hasBudgetLeft(ctx, FORGED, forger(ctx, store), MOST_FORGED),
  ]);
  if (isGone) throw GENERAL.NOT_FOUND();
  const heard = all.filter(({ type, retired_at }) => type === name && (mayErr || retired_at === null));
  return { signers: await sideBySide(heard.map((one) => signerOf(one, ctx.now()))), mayErr };
}

async function apply(
  ctx: Context,
  provider: string,
  { id, at, tenantId: tenant_id, paymentId: payment_id, n, refundId }: ProviderEvent,
  signers: readonly Signer[],
): Promise<void> {
  const key = { tenant_id, provider, id };
  // Whether the store ended is read anew: what one took that ended a moment ago is for its end to give back.
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
  const refused = (reason: Reason) =>
    reportRefusedCallback(ctx, { provider, store: tenant_id, reason, event: id });
  if (seen) return refused("repeated");
  // One that is told of before its opener has noted its name is not known yet either.
  const known = payment && attempt?.provider_ref;
  if (!known) await refused("unknown_payment");
  if (!known && Math.abs(ctx.now() - at) < MAX_WAIT) throw PAYMENT.NOT_KNOWN_YET({ retryAfter: 30 });
  if (!payment || !attempt) return;
  const signer = signers.find(({ credentialId }) => credentialId === attempt.credential_id);
  const account = await (signer ? signer.open() : accountOf(ctx, attempt));
  const own = refund ? [refund] : [];
  await applyProviderState(ctx, { payment, attempt, own }, account, [recordCallback(ctx, key)]);
}
