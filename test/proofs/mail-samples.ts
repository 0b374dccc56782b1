import { type Email, renderEmail } from "#core/mail/template.ts";
import type { Language } from "#core/texts/language.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok } from "#test/support/client.ts";
import { eventually, mailsTo, type TestStore } from "#test/support/world.ts";

/** A mail, and whether it must contain an amount or a date. */
export type MailSample = { subject: string; text: string; html: string; has?: readonly ("money" | "day")[] };

export const sampleOf = (letter: Email, has: MailSample["has"] = []): MailSample => ({
  subject: letter.subject,
  ...renderEmail(letter),
  has,
});

/** Waits for a mail to an email address, other than the known mails. */
export async function receivedMail(
  email: string,
  has: MailSample["has"] = [],
  known: ReadonlySet<string> = new Set(),
): Promise<MailSample> {
  const found = await eventually(
    async () => (await mailsTo(email)).find(({ messageId }) => !known.has(messageId)),
    `a mail to ${email}`,
  );
  return { subject: found.subject, text: found.body.text ?? "", html: found.body.html ?? "", has };
}

/** Runs `act` and returns the mail that it causes. */
export async function mailAfter(
  email: string,
  act: () => Promise<unknown>,
  has: MailSample["has"] = [],
): Promise<MailSample> {
  const known = new Set((await mailsTo(email)).map(({ messageId }) => messageId));
  await act();
  return receivedMail(email, has, known);
}

export async function setLanguage({ id, owner }: TestStore, code: Language): Promise<void> {
  const support = owner.email;
  const configs = { languages: [{ code, isDefault: true }], emails: { support, billing: support } };
  await ok(businesses.updateBusiness, {
    params: { businessId: id },
    as: owner,
    body: { name: "Kiln & Bean", configs },
  });
}
