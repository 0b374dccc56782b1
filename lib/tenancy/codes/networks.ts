import { type Budget, spendBudget, tooManyRequests, trySpend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { ipNetwork } from "#core/http/caller.ts";
import { sameAddress, sameMailbox } from "#core/mail/address-schema.ts";
import { hash } from "#core/seal.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { knownNetworks } from "./table.ts";

/** Seconds for which the network of a sign-in is remembered. */
const NETWORK_SECONDS = 30 * DAY;

/** Mails per hour: to one mailbox, from one network and from all networks; and from one IP address. */
const MAILS_PER_MAILBOX = { near: [5, HOUR], wide: [20, HOUR] } as const;
const MAILS_PER_IP: Budget = [60, HOUR];

export function rememberNetwork(ctx: Context, email: string): Write {
  const expires_at = ctx.now() + NETWORK_SECONDS;
  return knownNetworks.put({ hash: networkHash(ctx, email), expires_at });
}

/** Whether an email address signed in from the caller's network in the last 30 days. */
export async function isKnownNetwork(ctx: Context, email: string): Promise<boolean> {
  const known = await knownNetworks.find({ hash: networkHash(ctx, email) }, ctx);
  return known !== undefined && known.expires_at > ctx.now();
}

/** Spends the mail budgets of the caller's IP and of the mailbox. */
export async function spendOnMail(
  ctx: Context,
  { perIp, perAddress }: { perIp: string; perAddress: string },
  email: string,
): Promise<void> {
  await sideBySide([spendBudget(ctx, perIp, ctx.ip, MAILS_PER_IP), spendOnMailbox(ctx, perAddress, email)]);
}

/**
 * Spends the mail budgets of a mailbox: one per network, and a wider one over all networks. The wider one
 * does not limit networks from which the address signed in recently, so that strangers cannot lock out the
 * owner.
 */
async function spendOnMailbox(ctx: Context, name: string, email: string): Promise<void> {
  const { near, wide } = MAILS_PER_MAILBOX;
  const mailbox = sameMailbox.key(email);
  await spendBudget(ctx, name, networkSubject(ctx, mailbox), near);
  if (await trySpend(ctx, `${name}_wide`, mailbox, wide)) return;
  if (!(await isKnownNetwork(ctx, email))) throw tooManyRequests(ctx, `${name}_wide`, mailbox, wide);
}

/** The subject of a budget that counts per email address and network. */
export function networkSubject(ctx: Context, key: string): string {
  return `${key}\n${ipNetwork(ctx.ip)}`;
}

// A sign-in belongs to the exact address: another spelling of the mailbox is another account.
function networkHash(ctx: Context, email: string): string {
  return hash(networkSubject(ctx, sameAddress.key(email)));
}
