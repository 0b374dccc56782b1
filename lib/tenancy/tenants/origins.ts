import { optionalEnv } from "#core/env.ts";
import { invalidField } from "#core/errors.ts";
import { isLoopbackHost } from "#core/loopback.ts";
import { isSafe } from "./origin-schema.ts";

/** The tenant with the allowed origins; `undefined` for a URL that belongs to no tenant. */
type TenantOrigins = { configs: { origins?: string[] | undefined } } | undefined;

/**
 * Checks a return URL and appends ids to its query. The URL must be https (http for localhost) and of an allowed
 * origin of the tenant or the deployment. Returns an empty text if none was sent.
 *
 * @param field name in the error, such as `successUrl`
 * @param ids such as `{order_id}`
 * @throws GENERAL.VALIDATION_FAILED naming the setting
 */
export function checkReturnUrl(
  tenant: TenantOrigins,
  field: string,
  address: string | null | undefined,
  ids: Readonly<Record<string, string>> = {},
): string {
  if (!address) return "";
  const url = URL.parse(address);
  if (!url || !isSafe(url))
    throw invalidField(field, "must begin with https:// (http:// for localhost alone)");
  if (!isAllowed(tenant, url)) {
    throw invalidField(
      field,
      `is of no allowed origin: add ${url.origin} to configs.origins (origins of the store)`,
    );
  }
  for (const [name, id] of Object.entries(ids)) url.searchParams.set(name, id);
  return url.href;
}

function isAllowed(tenant: TenantOrigins, { origin, hostname }: URL): boolean {
  if (optionalEnv("LOCALHOST_ORIGINS") === "1" && isLoopbackHost(hostname)) return true;
  const own: string[] = JSON.parse(optionalEnv("ALLOWED_ORIGINS") ?? "[]");
  return [...own, ...(tenant?.configs.origins ?? [])].some((each) => URL.parse(each)?.origin === origin);
}
