import { type Budget, spend, tooManyRequests, trySpend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { ipNetwork } from "#core/http/caller.ts";
import { sameAddress, sameMailbox } from "#core/mail/address-schema.ts";
import { hash } from "#core/seal.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { knownNetworks } from "./table.ts";

/** Seconds for which a network is remembered from which an address signed in. */
const REMEMBERED = 30 * DAY;

/** Mails that a mailbox may get, and an IP address cause, in an hour. */
const PER_MAILBOX = { near: [5, HOUR], wide: [20, HOUR] } as const;
const PER_IP: Budget = [60, HOUR];

/** The write that remembers the caller's network as one from which an address signed in. */
export function rememberNetwork(ctx: Context, email: string): Write {
  const expires_at = ctx.now() + REMEMBERED;
  return knownNetworks.put({ hash: knownBy(ctx, email), expires_at });
}

/** Whether an address signed in from the caller's network in the last 30 days. */
export async function isKnownNetwork(ctx: Context, email: string): Promise<boolean> {
  const known = await knownNetworks.find({ hash: knownBy(ctx, email) }, ctx);
  return known !== undefined && known.expires_at > ctx.now();
}

/** Draws on what the caller may have mailed to an address, by the names of both budgets. */
export async function spendOnMail(
  ctx: Context,
  { perIp, perAddress }: { perIp: string; perAddress: string },
  email: string,
): Promise<void> {
  await sideBySide([spend(ctx, perIp, ctx.ip, PER_IP), spendOnMailbox(ctx, perAddress, email)]);
}

/**
 * Draws on what a mailbox may get: a budget of the mailbox and the caller's network, and a wider one over all networks,
 * which only those draw on from whose network the address did not sign in lately. So nobody elsewhere can use up what an
 * address's own owner needs.
 */
async function spendOnMailbox(ctx: Context, name: string, email: string): Promise<void> {
  const { near, wide } = PER_MAILBOX;
  const mailbox = sameMailbox.key(email);
  await spend(ctx, name, networkSubject(ctx, mailbox), near);
  if (await trySpend(ctx, `${name}_wide`, mailbox, wide)) return;
  if (!(await isKnownNetwork(ctx, email))) throw tooManyRequests(ctx, `${name}_wide`, mailbox, wide);
}

/** A mailbox or an address, by its key, together with the caller's network, as the subject of a budget. */
export function networkSubject(ctx: Context, key: string): string {
  return `${key}\n${ipNetwork(ctx.ip)}`;
}

// Who signed in is an identity: another address of the same mailbox is somebody else.
function knownBy(ctx: Context, email: string): string {
  return hash(networkSubject(ctx, sameAddress.key(email)));
}
