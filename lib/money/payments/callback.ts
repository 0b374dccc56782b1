import { isDeleted } from "#core/auth/authenticate.ts";
import type { Context } from "#core/context.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { logger } from "#core/log.ts";
import { credentialsOf, openAccount } from "./credentials.ts";
import { PAYMENT } from "./errors.ts";
import type { Account, PaymentProvider, ProviderEvent } from "./port.ts";
import { providerNamed } from "./registry.ts";
import { syncPayment } from "./sync.ts";
import { paymentEvents } from "./table.ts";

/** Seconds for which a payment that is not there may still come: its callback can be faster than its commit is seen. */
const PATIENCE = 3600;

/**
 * Takes a provider's callback: checks whose it is, asks the provider how the payment stands, and commits that before it
 * answers. What is refused is logged by its reason, which is how it is counted.
 */
export async function receivePaymentEvent(
  ctx: Context,
  { name, store }: { name: string; store?: string | undefined },
  bytes: Buffer,
  headers: Record<string, string | undefined>,
): Promise<{ received: true }> {
  const provider = providerNamed(name);
  if (!provider) throw GENERAL.NOT_FOUND();
  if (store !== undefined && (await isDeleted(store, ctx.now()))) throw GENERAL.NOT_FOUND();
  const accounts = store === undefined ? [] : await accountsOf(ctx, provider, store);
  const event = await read(ctx, provider, bytes, headers, accounts);
  if (!event) return { received: true };
  if (store !== undefined && store !== event.tenantId) {
    count(name, "wrong store", event.id);
    throw PAYMENT.SIGNATURE_INVALID();
  }
  await apply(ctx, name, event);
  return { received: true };
}

async function read(
  ctx: Context,
  provider: PaymentProvider,
  bytes: Buffer,
  headers: Record<string, string | undefined>,
  accounts: readonly Account[],
): Promise<ProviderEvent | undefined> {
  try {
    return await provider.readEvent(ctx, bytes, headers, accounts);
  } catch (error) {
    if (error instanceof ApiError) count(provider.name, "signature", "");
    throw error;
  }
}

/** A store's accounts at a provider, those that were replaced too: what was paid with them is still told of. */
async function accountsOf(ctx: Context, { name }: PaymentProvider, store: string): Promise<Account[]> {
  const all = (await credentialsOf(store)).filter(({ type }) => type === name);
  return Promise.all(all.map((credential) => openAccount(credential, ctx.now())));
}

async function apply(
  ctx: Context,
  provider: string,
  { id, at, tenantId, paymentId, n }: ProviderEvent,
): Promise<void> {
  const key = { tenant_id: tenantId, provider, id };
  if (await isDeleted(tenantId, ctx.now())) throw GENERAL.NOT_FOUND();
  if (await paymentEvents.find(key)) return count(provider, "repeated", id);
  const seen = paymentEvents.put({ ...key, at: ctx.now() });
  const found = await syncPayment(ctx, { tenant_id: tenantId, payment_id: paymentId, n }, [seen]);
  if (found) return;
  count(provider, "unknown payment", id);
  if (ctx.now() - at < PATIENCE) throw PAYMENT.NOT_KNOWN_YET({ retryAfter: 30 });
}

function count(provider: string, reason: string, event: string): void {
  logger.warn("callback not applied", { provider, reason, event });
}
