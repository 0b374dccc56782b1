import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { mail } from "#core/mail/mail.ts";
import { staffAddress } from "#lib/tenancy/people/notice.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { formKind } from "./kind.ts";
import { Submission } from "./schema.ts";
import { formTexts } from "./texts.ts";

const EMAIL_KEYS = /^e-?mail$/i;

/** Mails a submission to the store's support address. One event is one mail, however often it comes. */
export async function notifySubmission(ctx: Context, event: Event): Promise<void> {
  const submission = Submission.parse(event.data);
  const [tenant, form] = await Promise.all([
    getTenant(ctx, event.tenant_id),
    formKind.find(submission.store_id, submission.form_id),
  ]);
  const staff = await staffAddress(tenant);
  if (!staff || !form) return;
  const { to, ...whose } = staff;
  const rows = submission.fields.map(({ key, value }) => ({ label: key, value: asText(value) }));
  const sender = rows.find(
    ({ label, value }) => EMAIL_KEYS.test(label) && /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(value),
  );
  const language = languageFor({}, tenant);
  const texts = formTexts(language);
  const letter = {
    language,
    letterhead: letterheadOf(tenant),
    subject: texts.subject(form.key),
    title: texts.title(form.key),
    paragraphs: [texts.text(tenant.name)],
    rows,
    footer: texts.submission(submission.id),
  };
  await transact(ctx, [
    await mail(ctx, to, letter, {
      id: `mail_${event.id}`,
      tenant_id: event.tenant_id,
      ...whose,
      ...(sender ? { reply_to: sender.value } : {}),
    }),
  ]);
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.join(", ");
  return JSON.stringify(value);
}
