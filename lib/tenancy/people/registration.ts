import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { hash, newOpaqueToken } from "#core/seal.ts";
import { HOUR } from "#core/seconds.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { spendOnMail } from "#lib/tenancy/codes/networks.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import { confirmationEmail } from "./emails.ts";
import { USER, withField } from "./errors.ts";
import { allowedOrigin, linkTo } from "./links.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { newPerson } from "./person.ts";
import { mailedLinks, passwords, people, personEmails, registrations } from "./table.ts";

/** Seconds that a link in a mail works. */
const LINK_SECONDS = HOUR;

interface Registration {
  email: string;
  password?: string | undefined;
  reserveDomain?: string | undefined;
  name?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/**
 * Stores a registration and mails a link. Until the link is used, nobody can sign in with it, and it blocks
 * nobody.
 */
export async function registerUser(ctx: Context, input: Registration) {
  const { email, firstName = "", lastName = "" } = input;
  await spendOnMail(ctx, { perIp: "register_per_ip", perAddress: "register_per_address" }, email);
  const origin = allowedOrigin(input.reserveDomain, "reserveDomain");
  const password = checkPassword(input.password, "password", email);
  const now = ctx.now();
  const { token, write } = newLink(ctx, "confirm", email);
  const registration = {
    email,
    name: input.name ?? `${firstName} ${lastName}`.trim(),
    password_hash: await hashPassword(password),
    token_hash: hash(token),
    created_at: now,
    expires_at: now + LINK_SECONDS,
  };
  const mail = confirmationEmail(languageFor(ctx), linkTo(origin, "confirm", token));
  const exists = withField(USER.EMAIL_EXISTS(), "email");
  return transact(
    ctx,
    [
      checkAddressFree(email),
      {
        ...registrations.put(registration),
        condition: { expression: "attribute_not_exists(pk) or expires_at <= :now", values: { ":now": now } },
        failure: exists,
      },
      write,
      await enqueueMail(ctx, email, mail),
    ],
    { success: true as const },
  );
}

export async function confirmUser(ctx: Context, token: string) {
  const invalid = USER.TOKEN_INVALID();
  const link = await mailedLinks.find({ hash: hash(token) }, ctx);
  if (link?.kind !== "confirm" || link.expires_at <= ctx.now()) throw invalid;
  const { email } = link;
  const registration = await registrations.find({ email }, ctx);
  if (registration?.token_hash !== link.hash) throw invalid;
  const person = newPerson(ctx, email, { name: registration.name, last_login_at: null });
  const { password_hash } = registration;
  return transact(
    ctx,
    [
      people.create(person),
      // If somebody has proven the address by another method meanwhile, this fails.
      personEmails.create({ email, person_id: person.id }, invalid),
      passwords.put({ email, person_id: person.id, hash: password_hash, changed_at: ctx.now() }),
      registrations.remove(registration),
      mailedLinks.removeKey({ hash: link.hash }, invalid),
    ],
    { success: true as const, userId: person.id },
  );
}

/** A link's token, and the write that stores its hash for an hour. */
export function newLink(
  ctx: Context,
  kind: "confirm" | "reset",
  email: string,
): { token: string; write: Write } {
  const token = newOpaqueToken(TOKEN_PREFIX.link);
  const created_at = ctx.now();
  const expires_at = created_at + LINK_SECONDS;
  return { token, write: mailedLinks.create({ hash: hash(token), kind, email, created_at, expires_at }) };
}

function checkAddressFree(email: string): Write {
  return personEmails.checkAbsent({ email }, withField(USER.EMAIL_EXISTS(), "email"));
}
