import { isDeepStrictEqual } from "node:util";
import type { BusinessWebhook } from "./configs-schema.ts";
import type { Configs } from "./schema.ts";

/** Adds the key and the times of each webhook. */
export function withWebhookTimes(configs: Configs, before: Configs | undefined, now: number): Configs {
  if (!configs.webhooks) return configs;
  const webhooks = configs.webhooks.map((hook): BusinessWebhook => {
    const stored = before?.webhooks?.find(({ id }) => id === hook.id);
    const key = hook.key ?? stored?.key ?? hook.id;
    const timed = { ...hook, ...(key ? { key } : {}), createdAt: stored?.createdAt ?? now };
    const isSame = stored && isDeepStrictEqual({ ...timed, updatedAt: 0 }, { ...stored, updatedAt: 0 });
    return { ...timed, updatedAt: isSame ? (stored.updatedAt ?? now) : now };
  });
  return { ...configs, webhooks };
}
