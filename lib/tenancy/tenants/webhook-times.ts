import { isDeepStrictEqual } from "node:util";
import type { WebhookConfig } from "./configs-schema.ts";
import type { Configs } from "./schema.ts";

/** Settings whose webhooks have a key, and say when each was made and changed. */
export function withWebhookTimes(configs: Configs, before: Configs | undefined, now: number): Configs {
  if (!configs.webhooks) return configs;
  const webhooks = configs.webhooks.map((hook): WebhookConfig => {
    const stored = before?.webhooks?.find(({ id }) => id === hook.id);
    const key = hook.key ?? stored?.key ?? hook.id;
    const said = { ...hook, ...(key ? { key } : {}), createdAt: stored?.createdAt ?? now };
    const isSame = stored && isDeepStrictEqual({ ...said, updatedAt: 0 }, { ...stored, updatedAt: 0 });
    return { ...said, updatedAt: isSame ? (stored.updatedAt ?? now) : now };
  });
  return { ...configs, webhooks };
}
