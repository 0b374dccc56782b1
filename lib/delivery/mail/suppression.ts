import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { type SUPPRESSION_REASONS, suppressions } from "./table.ts";

/** Seconds after a bounce for which even requested mail is held back. */
const BOUNCE_HOLD_SECONDS = DAY;
/** The scope of a suppression for every tenant. */
const EVERYWHERE = "*";

/** The write that suppresses an address for one tenant, or for all. */
export async function suppress(
  ctx: Context,
  email: string,
  reason: (typeof SUPPRESSION_REASONS)[number],
  tenantId: string | undefined,
): Promise<Write> {
  const address = await addressHash(email);
  return suppressions.put({ address, scope: tenantId ?? EVERYWHERE, reason, created_at: ctx.now() });
}

/** The addresses among some that a tenant must not mail. */
export async function findSuppressed(emails: string[], tenantId: string): Promise<Set<string>> {
  const known = new Map<string, string>();
  for (const email of emails) known.set(await addressHash(email), email);
  const asked = [...known.keys()].flatMap((address) =>
    scopesOf(tenantId).map((scope) => ({ address, scope })),
  );
  const found = await suppressions.batchGet(asked);
  return new Set(found.map(({ address }) => known.get(address) ?? ""));
}

/** The reads whose results `isSuppressed` needs, for a batch. */
export async function suppressionReads(email: string, tenantId: string | undefined) {
  const address = await addressHash(email);
  return scopesOf(tenantId).map((scope) => suppressions.read({ address, scope }));
}

/**
 * Whether an address must not be mailed. The platform's own mail, such as a sign-in code, is held back for only a day
 * after a bounce: the mailbox may work again, and its owner asked for it.
 */
export function isSuppressed(
  ctx: Context,
  found: readonly ({ created_at: number } | undefined)[],
  tenantId: string | undefined,
): boolean {
  return found.some(
    (each) => each && (tenantId !== undefined || each.created_at + BOUNCE_HOLD_SECONDS > ctx.now()),
  );
}

function scopesOf(tenantId: string | undefined): string[] {
  return tenantId === undefined ? [EVERYWHERE] : [EVERYWHERE, tenantId];
}

/** A keyed hash that stands for an address where addresses must not be stored. */
export function addressHash(email: string): Promise<string> {
  return keyedHash("suppression", sameAddress.key(email));
}
