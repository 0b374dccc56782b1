import { type Context, person } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { hash } from "#core/seal.ts";
import { spendOnMail } from "#lib/tenancy/codes/networks.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import { passwordChangedEmail, passwordResetEmail } from "./emails.ts";
import { USER, withField } from "./errors.ts";
import { allowedOrigin, linkTo } from "./links.ts";
import { checkedPassword } from "./password-login.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { provenPerson } from "./person.ts";
import { newLink } from "./registration.ts";
import { endSessions, withNewEpoch } from "./sessions.ts";
import { mailedLinks, passwords, people } from "./table.ts";

/**
 * Mails a link to choose a password, also to an unknown address: the link proves the address, as a sign-in
 * code does.
 */
export async function forgotPassword(
  ctx: Context,
  { email, reserveDomain }: { email: string; reserveDomain?: string | undefined },
) {
  await spendOnMail(ctx, { perIp: "forgot_per_ip", perAddress: "reset_per_address" }, email);
  const origin = allowedOrigin(reserveDomain, "reserveDomain");
  const { token, write } = newLink(ctx, "reset", email);
  const mail = passwordResetEmail(languageFor(ctx), linkTo(origin, "reset-password", token));
  return transact(ctx, [write, await enqueueMail(ctx, email, mail)], { success: true as const });
}

/**
 * Sets the password of the linked address and ends all sessions in one transaction. A sign-in with the old
 * password commits before it and is ended, or fails.
 */
export async function resetForgottenPassword(
  ctx: Context,
  { token, password }: { token: string; password?: string | undefined },
) {
  const now = ctx.now();
  const link = await mailedLinks.find({ hash: hash(token) }, ctx);
  if (link?.kind !== "reset" || link.expires_at <= now) throw USER.TOKEN_INVALID();
  const { email } = link;
  const chosen = checkPassword(password, "password", email);
  const current = await passwords.find({ email }, ctx);
  if (current && current.changed_at > link.created_at) throw USER.TOKEN_INVALID();
  const hashed = await hashPassword(chosen);
  const proven = await provenPerson(ctx, email, withNewEpoch);
  const changed = { email, person_id: proven.person.id, hash: hashed, changed_at: now };
  return transact(
    ctx,
    [
      ...proven.writes,
      ...endSessions(ctx, proven.person),
      // Never `put`: it would reset the version by which a concurrent sign-in notices the change.
      current ? passwords.replace(current, changed) : passwords.create(changed),
      mailedLinks.removeKey({ hash: link.hash }, USER.TOKEN_INVALID()),
      await enqueueMail(ctx, email, passwordChangedEmail(languageFor(ctx))),
    ],
    { success: true as const },
  );
}

/** Changes the caller's password and ends their other sessions. */
export async function changePassword(
  ctx: Context,
  { oldPassword, newPassword }: { oldPassword?: string | undefined; newPassword?: string | undefined },
) {
  const { id, via, credentialId } = person(ctx);
  const me = await people.get({ id }, GENERAL.UNAUTHENTICATED(), ctx);
  const email = me.email ?? "";
  if (!oldPassword) throw withField(USER.PASSWORD_REQUIRED(), "oldPassword");
  const current = await checkedPassword(ctx, email, oldPassword, "oldPassword");
  const chosen = checkPassword(newPassword, "newPassword", email);
  const hashed = await hashPassword(chosen);
  const after = withNewEpoch(me);
  return transact(
    ctx,
    [
      people.replace(me, after),
      ...endSessions(ctx, after, via === "session" ? credentialId : null),
      passwords.replace(current, { ...current, hash: hashed, changed_at: ctx.now() }),
      await enqueueMail(ctx, email, passwordChangedEmail(languageFor(ctx))),
    ],
    { success: true as const },
  );
}
