import { type Budget, giveBack, spend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { blame, USER } from "./errors.ts";
import { login } from "./login-result.ts";
import { verifyPassword } from "./passwords.ts";
import { passwords, people, registrations } from "./table.ts";
import type { LoginResult } from "./user-schema.ts";

/** Wrong passwords, for an account and for an IP. The sign-in by code does not draw on it. */
const WRONG: Budget = [10, 600];

/** Signs in with a password. Whatever is wrong, it takes the same work and gives the same answer. */
export async function passwordLogin(ctx: Context, email: string, password: string): Promise<LoginResult> {
  const verified = await checkedPassword(ctx, email, password, "password");
  const person = await people.get({ id: verified.person_id }, USER.NOT_FOUND());
  const now = ctx.now();
  const { writes, answer } = await login(ctx, { person, provider: "EMAIL" });
  const seen = { ...person, last_login_at: now, updated_at: now };
  // A password that was changed meanwhile has the verb run again, and fail.
  return transact(ctx, [passwords.check(verified), people.replace(person, seen), ...writes], answer);
}

/**
 * The password record of an address, if this is its password. A try is counted before it is made and given back when
 * it was right, so that parallel tries are no more than others.
 *
 * @throws USER.PASSWORD_WRONG for a wrong password and an unknown address alike; USER.NOT_CONFIRMED for the right
 *   password of a registration that waits for its link
 */
export async function checkedPassword(
  ctx: Context,
  email: string,
  password: string,
  field: string,
): Promise<Stored<{ email: string; person_id: string; hash: string; changed_at: number }>> {
  const budgets = [
    ["password_per_ip", ctx.ip],
    ["password_per_account", email],
  ] as const;
  for (const [name, subject] of budgets) await spend(ctx, name, subject, WRONG);
  const { current, pending } = await credentialsOf(ctx, email);
  const right = await verifyPassword(password, current?.hash ?? pending?.password_hash);
  if (!right) throw blame(USER.PASSWORD_WRONG(), field);
  await Promise.all(budgets.map(([name, subject]) => giveBack(ctx, name, subject, WRONG)));
  if (!current) throw blame(USER.NOT_CONFIRMED(), "email");
  return current;
}

// One query, whether there is anything by the address or not.
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
