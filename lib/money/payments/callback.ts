import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/together.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { logger } from "#core/log.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { endRead } from "#lib/tenancy/tenants/closing.ts";
import { credentialsOf, openAccount } from "./credentials.ts";
import { PAYMENT } from "./errors.ts";
import type { Account, PaymentProvider, ProviderEvent } from "./port.ts";
import type { RefusedCallbacks } from "./provider-schema.ts";
import { accountOf, providerNamed } from "./registry.ts";
import { settlePayment } from "./sync.ts";
import { attempts, callbackCounts, paymentEvents, payments, refunds } from "./table.ts";

/** Seconds for which a payment that is not there may still come: its callback can be faster than its commit is seen. */
const MAX_WAIT = HOUR;

type EventKey = Parameters<typeof paymentEvents.find>[0];
interface Sent {
  store: string | undefined;
  bytes: Buffer;
  headers: Record<string, string | undefined>;
}

/** A store's accounts by their ids. */
type Accounts = ReadonlyMap<string, Account>;

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
  const provider = providerNamed(name);
  if (!provider) throw GENERAL.NOT_FOUND();
  const accounts = await accountsOf(ctx, provider, store);
  const event = await read(ctx, provider, { store, bytes, headers }, [...accounts.values()]);
  if (!event) {
    await callbackRefused(ctx, { provider: name, reason: "not_ours" });
    return { received: true };
  }
  if (store !== undefined && store !== event.tenantId) {
    await callbackRefused(ctx, { provider: name, store, reason: "wrong_store", event: event.id });
    throw PAYMENT.SIGNATURE_INVALID();
  }
  await apply(ctx, name, event, accounts);
  return { received: true };
}

/** Whether a callback was applied before. */
export async function isRepeated(key: EventKey): Promise<boolean> {
  return (await paymentEvents.find(key)) !== undefined;
}

/** The write that notes a callback as applied, for the transaction of its effect. */
export function seenEvent(ctx: Context, key: EventKey): Write {
  return paymentEvents.put({ ...key, at: ctx.now() });
}

type Reason = Exclude<keyof RefusedCallbacks, "last_at"> | "not_ours";

/** Notes a callback that has no effect: as a line that `infra` counts by its reason, and for the people of the store. */
export async function callbackRefused(
  ctx: Context,
  {
    provider,
    store,
    reason,
    event = "",
  }: { provider: string; store?: string | undefined; reason: Reason; event?: string },
): Promise<void> {
  logger.warn("callback not applied", { callback: "refused", provider, reason, event });
  if (store === undefined || reason === "not_ours") return;
  const key = { tenant_id: store, provider };
  const counted = callbackCounts.update(key, { add: { [reason]: 1 }, set: { ...key, last_at: ctx.now() } });
  await transact({ now: ctx.now }, [{ ...counted, failure: undefined }]);
}

async function read(
  ctx: Context,
  provider: PaymentProvider,
  { store, bytes, headers }: Sent,
  accounts: readonly Account[],
): Promise<ProviderEvent | undefined> {
  try {
    return await provider.readEvent(ctx, bytes, headers, accounts);
  } catch (error) {
    if (error instanceof ApiError && error.code === PAYMENT.SIGNATURE_INVALID().code)
      await callbackRefused(ctx, {
        provider: provider.name,
        store: accounts.length > 0 ? store : undefined,
        reason: "signature",
      });
    throw error;
  }
}

// Those that were replaced too: what was paid with them is still told of.
async function accountsOf(
  ctx: Context,
  { name }: PaymentProvider,
  store: string | undefined,
): Promise<Accounts> {
  if (store === undefined) return new Map();
  const [isGone, all] = await sideBySide([isDeleted(store, ctx.now()), credentialsOf(store)]);
  if (isGone) throw GENERAL.NOT_FOUND();
  const mine = all.filter(({ type }) => type === name);
  const opened = mine.map(async (one) => [one.id, await openAccount(one, ctx.now())] as const);
  return new Map(await sideBySide(opened));
}

async function apply(
  ctx: Context,
  provider: string,
  { id, at, tenantId: tenant_id, paymentId: payment_id, n, refundId }: ProviderEvent,
  accounts: Accounts,
): Promise<void> {
  const key = { tenant_id, provider, id };
  // Whether the store ended is read anew: what one took that ended a moment ago is for its end to give back.
  const [end, seen, payment, attempt, refund] = await readTogether([
    endRead(tenant_id),
    paymentEvents.read(key),
    payments.read({ tenant_id, id: payment_id }),
    attempts.read({ tenant_id, payment_id, n }),
    refunds.read({ tenant_id, id: refundId ?? "" }),
  ]);
  if (end) throw GENERAL.NOT_FOUND();
  const refused = (reason: Reason) => callbackRefused(ctx, { provider, store: tenant_id, reason, event: id });
  if (seen) return refused("repeated");
  // One that is told of before its opener has noted its name is not known yet either.
  const known = payment && attempt?.provider_ref;
  if (!known) await refused("unknown_payment");
  if (!known && ctx.now() - at < MAX_WAIT) throw PAYMENT.NOT_KNOWN_YET({ retryAfter: 30 });
  if (!payment || !attempt) return;
  const account = accounts.get(attempt.credential_id ?? "") ?? (await accountOf(ctx, attempt));
  const own = refund ? [refund] : [];
  await settlePayment(ctx, { payment, attempt, own }, account, [seenEvent(ctx, key)]);
}
