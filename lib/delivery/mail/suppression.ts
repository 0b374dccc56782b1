import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { type SUPPRESSION_REASONS, suppressions } from "./table.ts";

/** Seconds after a bounce during which even mail that its owner requested is not sent to an address. */
const BOUNCE_BLOCK_SECONDS = DAY;
/** Stored instead of a tenant's id in a suppression for every tenant. */
const ALL_TENANTS = "*";

/** The write that suppresses an email address for one tenant or for all. */
export async function suppress(
  ctx: Context,
  email: string,
  reason: (typeof SUPPRESSION_REASONS)[number],
  tenantId: string | undefined,
): Promise<Write> {
  const address = await emailHash(email);
  return suppressions.put({ address, scope: tenantId ?? ALL_TENANTS, reason, created_at: ctx.now() });
}

/** The given email addresses that a tenant must not mail. */
export async function findSuppressed(emails: string[], tenantId: string): Promise<Set<string>> {
  const known = new Map<string, string>();
  for (const email of emails) known.set(await emailHash(email), email);
  const keys = [...known.keys()].flatMap((address) =>
    scopesOf(tenantId).map((scope) => ({ address, scope })),
  );
  const found = await suppressions.batchGet(keys);
  return new Set(found.map(({ address }) => known.get(address) ?? ""));
}

/** The reads whose results `isSuppressed` needs, for a batch with other reads. */
export async function suppressionReads(email: string, tenantId: string | undefined) {
  const address = await emailHash(email);
  return scopesOf(tenantId).map((scope) => suppressions.read({ address, scope }));
}

/**
 * Whether an email address must not be mailed. The platform's own mail, such as a sign-in code, is refused only for a
 * day after a bounce, because its owner requested it and the mailbox may work again.
 */
export function isSuppressed(
  ctx: Context,
  found: readonly ({ created_at: number } | undefined)[],
  tenantId: string | undefined,
): boolean {
  return found.some(
    (each) => each && (tenantId !== undefined || each.created_at + BOUNCE_BLOCK_SECONDS > ctx.now()),
  );
}

function scopesOf(tenantId: string | undefined): string[] {
  return tenantId === undefined ? [ALL_TENANTS] : [ALL_TENANTS, tenantId];
}

/** A keyed hash of an email address, for records that must not store the address itself. */
export function emailHash(email: string): Promise<string> {
  return keyedHash("suppression", sameAddress.key(email));
}
