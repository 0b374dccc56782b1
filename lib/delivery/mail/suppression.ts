import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { type SUPPRESSION_REASONS, suppressions } from "./table.ts";

/** Seconds for which mail that somebody asked for is held back too, after its address bounced. */
const HELD_BACK = DAY;
/** In place of a tenant: for everybody. */
const EVERYWHERE = "*";

/** The write that keeps mail from an address: a tenant's, or everybody's. */
export async function suppress(
  ctx: Context,
  email: string,
  reason: (typeof SUPPRESSION_REASONS)[number],
  tenantId: string | undefined,
): Promise<Write> {
  const address = await addressHash(email);
  return suppressions.put({ address, scope: tenantId ?? EVERYWHERE, reason, created_at: ctx.now() });
}

/** Those of a tenant's addresses that are not to be sent to. */
export async function findSuppressed(emails: string[], tenantId: string): Promise<Set<string>> {
  const known = new Map<string, string>();
  for (const email of emails) known.set(await addressHash(email), email);
  const asked = [...known.keys()].flatMap((address) =>
    scopesOf(tenantId).map((scope) => ({ address, scope })),
  );
  const found = await suppressions.batchGet(asked);
  return new Set(found.map(({ address }) => known.get(address) ?? ""));
}

/** The reads that tell whether an address is not to be sent to, to be made together with others. */
export async function suppressionReads(email: string, tenantId: string | undefined) {
  const address = await addressHash(email);
  return scopesOf(tenantId).map((scope) => suppressions.read({ address, scope }));
}

/**
 * Whether an address is not to be sent to, by what the reads gave. Mail of the platform itself, such as a sign-in code, is
 * held back for a day after a bounce: the mailbox may be there again, and its owner is asking for it.
 */
export function isSuppressed(
  ctx: Context,
  found: readonly ({ created_at: number } | undefined)[],
  tenantId: string | undefined,
): boolean {
  return found.some((each) => each && (tenantId !== undefined || each.created_at + HELD_BACK > ctx.now()));
}

function scopesOf(tenantId: string | undefined): string[] {
  return tenantId === undefined ? [EVERYWHERE] : [EVERYWHERE, tenantId];
}

/** An address as it stands where addresses may not: the same for the same address, and no way back. */
export function addressHash(email: string): Promise<string> {
  return keyedHash("suppression", sameAddress.key(email));
}
