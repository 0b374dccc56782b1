import { seal } from "#core/seal.ts";
import type { Configs } from "./schema.ts";
import { MASK } from "./view.ts";

const SEALED = "sealed:";

/**
 * Settings as they are stored: a webhook's secret is sealed, and one that comes back masked, as it was shown, is the
 * one stored under the same id.
 */
export async function sealSecrets(tenantId: string, configs: Configs, before?: Configs): Promise<Configs> {
  if (!configs.webhooks) return configs;
  const webhooks = await Promise.all(
    configs.webhooks.map(async (hook) => {
      if (hook.secret === undefined || hook.secret.startsWith(SEALED)) return hook;
      if (hook.secret === MASK) {
        const stored = before?.webhooks?.find(({ id, url }) => (id ? id === hook.id : url === hook.url));
        return { ...hook, secret: stored?.secret };
      }
      return { ...hook, secret: SEALED + (await seal("webhook", hook.secret, tenantId)) };
    }),
  );
  return { ...configs, webhooks };
}
