import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/attempt.ts";
import { mail } from "#core/mail/mail.ts";
import { noticeAddress } from "#lib/tenancy/people/notice.ts";
import { changeWebhooks, type Hook } from "#lib/tenancy/tenants/webhooks.ts";
import { note } from "./endpoint.ts";
import { type Endpoint, endpoints } from "./table.ts";

const REASONS = {
  gone: "It answered 410 Gone, which asks us to send nothing more.",
  failing: "Every delivery of the last five days failed.",
} as const;

/** Switches a webhook off and tells the owner; once, however often it is tried. */
export async function disable(
  ctx: Context,
  held: Endpoint,
  hook: Hook,
  reason: keyof typeof REASONS,
): Promise<Endpoint | undefined> {
  const { tenant_id, webhook_id, failing_since } = held;
  const state = { failing_since: null, disabled_at: ctx.now(), disabled_reason: reason };
  await attempt(() =>
    changeWebhooks(ctx, tenant_id, async (hooks, business) => {
      const to = await noticeAddress(business);
      const letter = {
        subject: `Webhook disabled: ${hook.name ?? hook.url}`,
        title: "A webhook was disabled",
        paragraphs: [
          `${business.name} sends nothing to this address any more. ${REASONS[reason]}`,
          "Once it answers again, enable the webhook and resend what it missed.",
        ],
        rows: [{ label: "Address", value: hook.url }],
      };
      const id = `mail_disabled_${webhook_id}_${failing_since ?? ctx.now()}`;
      return {
        hooks: hooks.map((each) => (each.id === webhook_id ? { ...each, enabled: false } : each)),
        writes: [
          endpoints.update({ tenant_id, webhook_id }, { set: state }),
          ...(to ? [await mail(ctx, to, letter, { id })] : []),
        ],
      };
    }),
  );
  return note(held, state);
}
