import { type Budget, hasRoom, spend, tooMany } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { networkOf } from "#core/network.ts";
import { hash } from "#core/seal.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { knownNetworks } from "./table.ts";

/** Seconds for which a network is remembered from which an address signed in. */
const REMEMBERED = 30 * DAY;

/** Mails that an address, and an IP address, may cause in an hour. */
const PER_ADDRESS = { near: [5, HOUR], wide: [20, HOUR] } as const;
const PER_IP: Budget = [60, HOUR];

/** The write that remembers the caller's network as one from which an address signed in. */
export function rememberNetwork(ctx: Context, email: string): Write {
  const expires_at = ctx.now() + REMEMBERED;
  return knownNetworks.put({ hash: hash(nearSubject(ctx, email)), expires_at });
}

/** Whether an address signed in from the caller's network in the last 30 days. */
export async function isKnownNetwork(ctx: Context, email: string): Promise<boolean> {
  const known = await knownNetworks.find({ hash: hash(nearSubject(ctx, email)) });
  return known !== undefined && known.expires_at > ctx.now();
}

/** Draws on what the caller may have mailed to an address, by the names of both budgets. */
export async function spendOnMail(
  ctx: Context,
  { perIp, perAddress }: { perIp: string; perAddress: string },
  email: string,
): Promise<void> {
  await sideBySide([spend(ctx, perIp, ctx.ip, PER_IP), spendOnAddress(ctx, perAddress, email)]);
}

/**
 * Draws on what an address may get: a budget of the address and the caller's network, and a wider one over all networks,
 * which only those draw on from whose network it did not sign in lately. So nobody elsewhere can use up what an
 * address's own owner needs.
 */
async function spendOnAddress(ctx: Context, name: string, email: string): Promise<void> {
  const { near, wide } = PER_ADDRESS;
  await spend(ctx, name, nearSubject(ctx, email), near);
  if (await hasRoom(ctx, `${name}_wide`, email, wide)) return;
  if (!(await isKnownNetwork(ctx, email))) throw tooMany(ctx, `${name}_wide`, email, wide);
}

/** An address together with the caller's network, as the subject of a budget. */
export function nearSubject(ctx: Context, email: string): string {
  return `${email}\n${networkOf(ctx.ip)}`;
}
