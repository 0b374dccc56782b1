import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { newId } from "#core/id.ts";
import { decryptWebhookSecret, newWebhookSecret } from "#lib/tenancy/tenants/secrets.ts";
import { MASK } from "#lib/tenancy/tenants/view.ts";
import { webhooksOf } from "#lib/tenancy/tenants/webhooks.ts";
import type { TestWebhook, WebhookTestResult } from "./schema.ts";
import { deliver } from "./send.ts";

const PER_TENANT: Budget = [30, 60];

/**
 * Sends a test event, signed like a real delivery: with the given secret, else the stored one of a webhook with the
 * same id or URL, else a random one.
 */
export async function testWebhook(
  ctx: Context,
  tenantId: string,
  webhook: z.output<typeof TestWebhook>,
): Promise<z.output<typeof WebhookTestResult>> {
  await spendBudget(ctx, "webhook_tests", tenantId, PER_TENANT);
  const { url, headers, events } = webhook;
  const id = newId("evt", ctx.clock());
  const chosen = events.find((type) => !type.includes("*"));
  const payload = {
    id,
    type: chosen ?? "webhook.test",
    timestamp: ctx.now(),
    business_id: tenantId,
    businessId: tenantId,
    sequence: 1,
    actor: { type: ctx.actor.kind, id: ctx.actor.kind === "nobody" ? null : ctx.actor.id },
    data: { test: true, message: "This is a test delivery." },
  };
  const secrets = [await secretFor(tenantId, webhook)];
  const outcome = await deliver({ url, headers, secrets }, payload, ctx.now());
  const { success, status, error, response, duration_ms } = outcome;
  return { success, status, error, response, durationMs: duration_ms, webhookId: id };
}

async function secretFor(
  tenantId: string,
  { id, url, secret }: z.output<typeof TestWebhook>,
): Promise<string> {
  if (secret && secret !== MASK) return secret;
  const hooks = await webhooksOf(tenantId);
  const stored = hooks.find((hook) => (id ? hook.id === id : hook.url === url))?.secret;
  return stored === undefined ? newWebhookSecret() : decryptWebhookSecret(tenantId, stored);
}
