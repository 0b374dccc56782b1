import { randomBytes } from "node:crypto";
import { newId } from "#core/id.ts";
import { isSealedCredential, seal, sealCredential, unseal } from "#core/seal.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Configs } from "./schema.ts";
import { isSecretField, MASK } from "./view.ts";
import { withWebhookTimes } from "./webhook-times.ts";

const SEALED_PREFIX = "sealed:";
const SEAL_PURPOSE = "webhook";
/** The id of the one webhook that older clients set by `webhookUrl` and `webhookEvents`. */
const OLDER_FORM_ID = "webhook-url";
type Hooks = NonNullable<Configs["webhooks"]>;

/** A new signing secret of 32 random bytes in the Standard Webhooks format. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/**
 * Settings for storage: every webhook gets an id and an encrypted secret, and the AI provider's secrets are
 * encrypted. A masked or missing webhook secret keeps the stored one of its id or, without an id, of its URL.
 */
export async function sealSecrets(
  { id: tenantId, now }: { id: string; now: number },
  sent: Configs,
  before?: Configs,
): Promise<Configs> {
  const configs = await withSealedAccount(tenantId, sent, before);
  const hooks = withOlderForm(configs);
  if (!hooks) return configs;
  const taken = new Set<string>();
  const webhooks = await sideBySide(
    hooks.map(async (hook) => {
      const stored = before?.webhooks?.find(({ id: other, url }) =>
        hook.id ? other === hook.id : url === hook.url,
      );
      const known = hook.id ?? stored?.id;
      const id = known === undefined || taken.has(known) ? newId("wh") : known;
      taken.add(id);
      const given = hook.secret && hook.secret !== MASK ? hook.secret : stored?.secret;
      const kept = given !== undefined && given === stored?.secret;
      return {
        ...hook,
        id,
        secret: kept ? given : await sealWebhookSecret(tenantId, given ?? newWebhookSecret()),
      };
    }),
  );
  return withWebhookTimes({ ...configs, webhooks }, before, now);
}

// Encrypts each secret field of the AI provider's account. A masked field keeps its stored value.
async function withSealedAccount(tenantId: string, configs: Configs, before?: Configs): Promise<Configs> {
  const { aiProvider } = configs;
  if (typeof aiProvider !== "object" || aiProvider === null || Array.isArray(aiProvider)) return configs;
  const stored: Record<string, unknown> = { ...Object(before?.aiProvider) };
  const fields = Object.entries(aiProvider).map(async ([name, value]) => {
    if (!isSecretField(name) || typeof value !== "string") return [name, value] as const;
    if (value === MASK) return [name, stored[name]] as const;
    const sealed = isSealedCredential(value) ? value : await sealCredential("ai-provider", tenantId, value);
    return [name, sealed] as const;
  });
  return { ...configs, aiProvider: Object.fromEntries(await sideBySide(fields)) };
}

async function sealWebhookSecret(tenantId: string, secret: string): Promise<string> {
  return SEALED_PREFIX + (await seal(SEAL_PURPOSE, secret, tenantId));
}

/** Decrypts a webhook's secret for signing. */
export async function decryptWebhookSecret(tenantId: string, stored: string): Promise<string> {
  const secret = await unseal(SEAL_PURPOSE, stored.slice(SEALED_PREFIX.length), tenantId);
  if (secret === undefined) throw new Error(`A webhook secret of ${tenantId} does not open.`);
  return secret;
}

/** Settings with changed webhooks. `webhookUrl` and `webhookEvents` follow the webhook that they describe. */
export function withWebhooks({ webhookUrl, webhookEvents, ...configs }: Configs, webhooks: Hooks): Configs {
  const older = webhookUrl ? webhooks.find(({ id }) => id === OLDER_FORM_ID) : undefined;
  return { ...configs, webhooks, ...(older ? { webhookUrl: older.url, webhookEvents: older.events } : {}) };
}

function withOlderForm({ webhooks, webhookUrl, webhookEvents = [] }: Configs): Hooks | undefined {
  if (webhookUrl === undefined) return webhooks;
  const others = (webhooks ?? []).filter(({ id }) => id !== OLDER_FORM_ID);
  if (!webhookUrl) return others;
  const stored = webhooks?.find(({ id }) => id === OLDER_FORM_ID);
  const hook = {
    headers: {},
    enabled: true,
    ...stored,
    id: OLDER_FORM_ID,
    url: webhookUrl,
    events: webhookEvents,
  };
  return [...others, hook];
}
