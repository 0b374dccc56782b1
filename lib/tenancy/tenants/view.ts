import type { Business, Configs, Store } from "./schema.ts";

/** Shown in place of a secret that is stored sealed. */
export const MASK = "••••••••";

/** The tenant as the business interface shows it: secrets masked. */
export function viewBusiness(business: Business): Business {
  const { webhooks } = business.configs;
  if (!webhooks) return business;
  const masked = webhooks.map((hook) => (hook.secret === undefined ? hook : { ...hook, secret: MASK }));
  return { ...business, configs: { ...business.configs, webhooks: masked } };
}

/**
 * The tenant without where it sends what happens: such addresses and headers carry credentials, and are for those alone
 * who may ADMIN it.
 */
export function withoutHooks<T extends Business>(business: T): T {
  const { webhooks, webhookUrl, webhookEvents, buildHooks, ...configs } = business.configs;
  return { ...business, configs };
}

const STATUSES = { DRAFT: "draft", ACTIVE: "active", ARCHIVED: "archived" } as const;

/** The tenant as the store interface shows it. */
export function viewStore(business: Business): Store {
  const { id, key, name, timezone, status, networkKey, configs, createdAt, updatedAt } = business;
  return {
    id,
    key,
    name,
    timezone,
    status: STATUSES[status],
    languages: (configs.languages ?? []).map(({ code, isDefault }) => ({
      id: code,
      code,
      is_default: isDefault,
    })),
    emails: { billing: configs.emails?.billing ?? null, support: configs.emails?.support ?? null },
    origins: configs.origins ?? [],
    network_key: networkKey,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

interface StoreInput {
  languages?: (string | { is_default?: boolean | undefined; code?: string; id?: string })[] | undefined;
  emails?: Configs["emails"];
  origins?: string[] | undefined;
  billing_email?: string | undefined;
}

/** The settings that a store's fields stand for. */
export function configsOf({ languages, emails, origins, billing_email }: StoreInput): Configs {
  const named = languages?.map((item) => (typeof item === "string" ? { code: item } : item));
  const chosen = Math.max(0, named?.findIndex((item) => "is_default" in item && item.is_default) ?? 0);
  const tagOf = ({ code, id }: { code?: string; id?: string }) => code ?? id ?? "";
  return {
    ...(named
      ? {
          languages: named.map((item, index) => ({
            id: tagOf(item),
            code: tagOf(item),
            isDefault: index === chosen,
          })),
        }
      : {}),
    ...(origins ? { origins } : {}),
    ...(emails || billing_email
      ? { emails: { ...emails, ...(billing_email ? { billing: billing_email } : {}) } }
      : {}),
  };
}
