import { type Email, renderEmail } from "#core/mail/template.ts";
import type { Language } from "#core/texts/language.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok } from "#test/support/client.ts";
import { eventually, mailsTo, type TestStore } from "#test/support/world.ts";

/** A mail, and whether it must contain an amount or a date. */
export type Told = { subject: string; text: string; html: string; has?: readonly ("money" | "day")[] };

export const shown = (letter: Email, has: Told["has"] = []): Told => ({
  subject: letter.subject,
  ...renderEmail(letter),
  has,
});

/** Waits for a mail to an email address, other than the known mails. */
export async function got(
  email: string,
  has: Told["has"] = [],
  known: ReadonlySet<string> = new Set(),
): Promise<Told> {
  const found = await eventually(
    async () => (await mailsTo(email)).find(({ messageId }) => !known.has(messageId)),
    `a mail to ${email}`,
  );
  return { subject: found.subject, text: found.body.text ?? "", html: found.body.html ?? "", has };
}

/** Runs `act` and returns the mail that it causes. */
export async function after(
  email: string,
  act: () => Promise<unknown>,
  has: Told["has"] = [],
): Promise<Told> {
  const known = new Set((await mailsTo(email)).map(({ messageId }) => messageId));
  await act();
  return got(email, has, known);
}

export async function speak({ id, owner }: TestStore, code: Language): Promise<void> {
  const support = owner.email;
  const configs = { languages: [{ code, isDefault: true }], emails: { support, billing: support } };
  await ok(businesses.updateBusiness, {
    params: { businessId: id },
    as: owner,
    body: { name: "Kiln & Bean", configs },
  });
}
