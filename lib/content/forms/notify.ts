import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import type { Event } from "#core/events.ts";
import { sendMailNow } from "#core/mail/mail.ts";
import { staffAddress } from "#lib/tenancy/people/notice-addresses.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { SubmissionView } from "./schema.ts";
import { forms } from "./table.ts";
import { formTexts } from "./texts.ts";

const EMAIL_KEYS = /^e-?mail$/i;

/** Mails a submission to the store's support email address, once per event. */
export async function notifySubmission(ctx: Context, event: Event): Promise<void> {
  const submission = SubmissionView.parse(event.data);
  const { store_id, form_id: id } = submission;
  const [tenant, form] = await readTogether([tenantRead(event.tenant_id), forms.read({ store_id, id })], ctx);
  const staff = tenant && form && (await staffAddress(ctx, tenant));
  if (!staff) return;
  const { to, ...whose } = staff;
  const rows = submission.fields.map(({ key, value }) => ({ label: key, value: asText(value) }));
  const sender = rows.find(
    ({ label, value }) => EMAIL_KEYS.test(label) && /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(value),
  );
  const language = languageFor({}, tenant);
  const texts = formTexts(language);
  const letter = {
    language,
    letterhead: letterheadOf(tenant, language),
    subject: texts.subject(form.key),
    title: texts.title(form.key),
    paragraphs: [texts.text(tenant.name)],
    rows,
    footer: texts.submission(submission.id),
  };
  await sendMailNow(ctx, to, letter, {
    id: `mail_${event.id}`,
    tenant_id: event.tenant_id,
    ...whose,
    ...(sender ? { reply_to: sender.value } : {}),
  });
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.join(", ");
  return JSON.stringify(value);
}
