import { optionalEnv } from "#core/env.ts";
import { validationFailed } from "#core/errors.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** An address that a sign-in may return to: of this deployment's own sites, or of the store's. */
export function checkReturnUrl({ configs }: Pick<Business, "configs">, text: string): string {
  const url = URL.parse(text);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol))
    throw refused("must be an https address");
  const own: string[] = JSON.parse(optionalEnv("ALLOWED_ORIGINS") ?? "[]");
  const stores: unknown = Reflect.get(configs, "origins");
  const allowed = [...own, ...(Array.isArray(stores) ? stores : [])];
  const isLocal = optionalEnv("LOCAL_CLOCK") === "1" && LOCAL.includes(url.hostname);
  if (isLocal || allowed.some((origin) => URL.parse(String(origin))?.origin === url.origin)) return url.href;
  throw refused("is at a site that is not among configs.origins of the store: add it there first");
}

function refused(message: string): Error {
  return validationFailed([{ field: "return_url", message, error: "FIELD.VALIDATION_FAILED" }]);
}
