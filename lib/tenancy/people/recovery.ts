import { type Budget, spend } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { mail } from "#core/mail/mail.ts";
import { hash } from "#core/seal.ts";
import { blame, USER } from "./errors.ts";
import { passwordChangedLetter, resetLetter } from "./letters.ts";
import { checkedPassword } from "./password-login.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { provenPerson } from "./person.ts";
import { allowedOrigin, linkTo } from "./places.ts";
import { newLink } from "./registration.ts";
import { emailOf } from "./service.ts";
import { endSessions } from "./sessions.ts";
import { links, passwords } from "./table.ts";

const PER_IP: Budget = [60, 3600];
const PER_ADDRESS: Budget = [5, 3600];

/**
 * Mails a link by which the owner of an address chooses a password. For an address that nobody has, the same happens
 * and the answer is the same: the link proves the address, as a sign-in code does.
 */
export async function forgotPassword(
  ctx: Context,
  { email, reserveDomain }: { email: string; reserveDomain?: string | undefined },
) {
  await Promise.all([
    spend(ctx, "forgot_per_ip", ctx.ip, PER_IP),
    spend(ctx, "mail_per_address", email, PER_ADDRESS),
  ]);
  const origin = allowedOrigin(reserveDomain, "reserveDomain");
  const { token, write } = newLink(ctx, "reset", email);
  const letter = resetLetter(linkTo(origin, "reset-password", token));
  return transact(ctx, [write, await mail(ctx, email, letter)], { success: true as const });
}

/** Sets the password of whoever owns the address that the link went to, and ends all their sessions. */
export async function resetForgottenPassword(
  ctx: Context,
  { token, password }: { token: string; password?: string | undefined },
) {
  const now = ctx.now();
  const link = await links.find({ hash: hash(token) });
  if (link?.kind !== "reset" || link.expires_at <= now) throw USER.TOKEN_INVALID();
  const { email } = link;
  const chosen = checkPassword(password, "password", email);
  const current = await passwords.find({ email });
  if (current && current.changed_at > link.created_at) throw USER.TOKEN_INVALID();
  const hashed = await hashPassword(chosen);
  const proven = await provenPerson(ctx, email);
  const { id } = proven.person;
  await endSessions(ctx, id);
  return transact(
    ctx,
    [
      ...proven.writes,
      passwords.put({ email, person_id: id, hash: hashed, changed_at: now }),
      links.removeKey({ hash: link.hash }, USER.TOKEN_INVALID()),
      await mail(ctx, email, passwordChangedLetter()),
    ],
    { success: true as const },
  );
}

/** Changes the password of the caller, who knows the old one, and ends their other sessions. */
export async function changePassword(
  ctx: Context,
  { oldPassword, newPassword }: { oldPassword?: string | undefined; newPassword?: string | undefined },
) {
  const { id, via, credentialId } = person(ctx);
  const email = await emailOf(id);
  if (!oldPassword) throw blame(USER.PASSWORD_REQUIRED(), "oldPassword");
  const current = await checkedPassword(ctx, email, oldPassword, "oldPassword");
  const chosen = checkPassword(newPassword, "newPassword", email);
  const hashed = await hashPassword(chosen);
  await endSessions(ctx, id, via === "session" ? credentialId : undefined);
  return transact(
    ctx,
    [
      passwords.replace(current, { ...current, hash: hashed, changed_at: ctx.now() }),
      await mail(ctx, email, passwordChangedLetter()),
    ],
    { success: true as const },
  );
}
