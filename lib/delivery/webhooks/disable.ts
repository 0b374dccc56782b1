import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { noticeAddress } from "#lib/tenancy/people/notice-addresses.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { changeWebhooks, type Hook } from "#lib/tenancy/tenants/webhooks.ts";
import { recordHealth } from "./endpoint.ts";
import { type Endpoint, endpoints } from "./table.ts";
import { webhookTexts } from "./texts.ts";

/** Disables a webhook and mails the owner; a repeated call changes nothing and sends no second mail. */
export async function disable(
  ctx: Context,
  leased: Endpoint,
  hook: Hook,
  reason: "gone" | "failing",
): Promise<Endpoint | undefined> {
  const { tenant_id, webhook_id, failing_since } = leased;
  const state = { failing_since: null, disabled_at: ctx.now(), disabled_reason: reason };
  await withRetries(() =>
    changeWebhooks(ctx, tenant_id, async (hooks, business) => {
      const to = await noticeAddress(business);
      const language = languageFor({}, business);
      const texts = webhookTexts(language);
      const letter = {
        language,
        letterhead: letterheadOf(business, language),
        subject: texts.subject(hook.name ?? hook.url),
        title: texts.title,
        paragraphs: [`${texts.text(business.name)} ${texts[reason]}`, texts.advice],
        rows: [{ label: texts.address, value: hook.url }],
      };
      const id = `mail_disabled_${webhook_id}_${failing_since ?? ctx.now()}`;
      return {
        hooks: hooks.map((each) => (each.id === webhook_id ? { ...each, enabled: false } : each)),
        writes: [
          endpoints.update({ tenant_id, webhook_id }, { set: state }),
          ...(to ? [await enqueueMail(ctx, to, letter, { id })] : []),
        ],
      };
    }),
  );
  return recordHealth(leased, state);
}
