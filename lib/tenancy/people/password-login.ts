import { type Budget, returnToBudget, spendBudget, tooManyRequests, trySpend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { isKnownNetwork, networkSubject, rememberNetwork } from "#lib/tenancy/codes/networks.ts";
import { USER, withField } from "./errors.ts";
import { prepareLogin } from "./login-result.ts";
import { verifyPassword } from "./passwords.ts";
import { passwords, people, registrations } from "./table.ts";
import type { LoginResult } from "./user-schema.ts";

/** Wrong passwords in ten minutes per IP, and per account and network. Sign-in by code has no such limit. */
const WRONG_PASSWORDS: Budget = [10, 600];
/** Wrong passwords in ten minutes per account, from everywhere. Networks of recent sign-ins are exempt. */
const WRONG_ANYWHERE: Budget = [50, 600];

/** Signs in with a password. An unknown address takes the same work and gets the same answer as a wrong password. */
export async function passwordLogin(ctx: Context, email: string, password: string): Promise<LoginResult> {
  const verified = await checkedPassword(ctx, email, password, "password");
  const person = await people.get({ id: verified.person_id }, USER.NOT_FOUND(), ctx);
  const now = ctx.now();
  const { writes, answer } = await prepareLogin(ctx, { person, provider: "EMAIL" });
  const seen = { ...person, last_login_at: now, updated_at: now };
  // If the password changed meanwhile, the operation runs again and fails.
  return transact(
    ctx,
    [passwords.check(verified), people.replace(person, seen), rememberNetwork(ctx, email), ...writes],
    answer,
  );
}

/**
 * Verifies a password and returns its record. Each try is counted before the check, and taken off again on
 * success, so that parallel guesses are limited too.
 *
 * @throws USER.PASSWORD_WRONG for a wrong password and an unknown address alike; USER.NOT_CONFIRMED for the
 *   right password of an unconfirmed registration
 */
export async function checkedPassword(
  ctx: Context,
  email: string,
  password: string,
  field: string,
): Promise<Stored<{ email: string; person_id: string; hash: string; changed_at: number }>> {
  // Passwords belong to the exact address, not to the mailbox.
  const account = sameAddress.key(email);
  const budgets = [
    ["password_per_ip", ctx.ip, WRONG_PASSWORDS],
    ["password_per_network", networkSubject(ctx, account), WRONG_PASSWORDS],
    ["password_per_account", account, WRONG_ANYWHERE],
  ] as const;
  const [ip, network, anywhere] = budgets;
  await spendBudget(ctx, ...ip);
  await spendBudget(ctx, ...network);
  const counted = await trySpend(ctx, ...anywhere);
  const { current, pending } = await credentialsOf(ctx, email);
  if (!counted && !(await isKnownNetwork(ctx, email))) throw tooManyRequests(ctx, ...anywhere);
  const right = await verifyPassword(password, current?.hash ?? pending?.password_hash);
  if (!right) throw withField(USER.PASSWORD_WRONG(), field);
  for (const [name, subject, budget] of counted ? budgets : [ip, network]) {
    await returnToBudget(ctx, name, subject, budget);
  }
  if (!current) throw withField(USER.NOT_CONFIRMED(), "email");
  return current;
}

// One query in every case, so that timing reveals nothing.
async function credentialsOf(ctx: Context, email: string) {
  const { items } = await queryItems(passwords.partition({ email }), { consistent: true });
  const password = items.find(({ _t }) => _t === passwords.name);
  const registration = items.find(({ _t }) => _t === registrations.name);
  const waiting = registration && registrations.parse(registration);
  return {
    current: password && passwords.parse(password),
    pending: waiting && waiting.expires_at > ctx.now() ? waiting : undefined,
  };
}
