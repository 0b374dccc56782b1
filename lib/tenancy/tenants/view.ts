import { partOf } from "#core/records/record.ts";
import { visibleFields } from "#core/visible-fields.ts";
import type { Business, Configs, Store } from "./schema.ts";
import { type BusinessView, OpenAccount, OpenBusiness } from "./view-schema.ts";

/** Shown instead of an encrypted secret. */
export const MASK = "••••••••";

/** The tenant in the business interface, with masked secrets. */
export function viewBusiness(business: Business): BusinessView {
  const { configs } = business;
  const { webhooks, paymentProvider, aiProvider } = configs;
  const masked = webhooks?.map((hook) => (hook.secret === undefined ? hook : { ...hook, secret: MASK }));
  const view = {
    ...(masked ? { webhooks: masked } : {}),
    ...(paymentProvider === undefined ? {} : { paymentProvider: maskedAccount(paymentProvider) }),
    ...(aiProvider === undefined ? {} : { aiProvider: maskedAccount(aiProvider) }),
  };
  return { ...business, configs: { ...configs, ...view } };
}

/** Whether a field of a provider account is secret. */
export function isSecretField(name: string): boolean {
  return /(key|secret|token|password)$/i.test(name) && !/^(public|publishable)/i.test(name);
}

function maskedAccount(account: unknown): unknown {
  if (typeof account !== "object" || account === null || Array.isArray(account)) return account;
  const { credentialId, hasWebhookSecret, isTest: _, ...visible }: Record<string, unknown> = { ...account };
  const masked = Object.entries(visible).map(([name, value]) => [name, isSecretField(name) ? MASK : value]);
  return {
    ...Object.fromEntries(masked),
    ...(credentialId ? { secretKey: MASK } : {}),
    ...(hasWebhookSecret ? { webhookSecret: MASK } : {}),
  };
}

const visibleToReaders = visibleFields(OpenBusiness);

/**
 * The tenant without webhooks and other targets: their URLs and headers may contain credentials, so only an
 * ADMIN sees them.
 */
export function openBusiness(business: Business) {
  const { configs } = business;
  const paymentProvider = OpenAccount.safeParse(configs.paymentProvider).data;
  const aiProvider = OpenAccount.safeParse(configs.aiProvider).data;
  return visibleToReaders({ ...business, configs: { ...configs, paymentProvider, aiProvider } });
}

const STORE_STATUSES = { DRAFT: "draft", ACTIVE: "active", ARCHIVED: "archived" } as const;

/** The tenant in the store interface. */
export function viewStore(business: Business): Store {
  const { id, key, name, timezone, status, networkKey, configs, createdAt, updatedAt } = business;
  return partOf(business, {
    id,
    key,
    name,
    timezone,
    status: STORE_STATUSES[status],
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
  });
}

interface StoreInput {
  languages?: (string | { is_default?: boolean | undefined; code?: string; id?: string })[] | undefined;
  emails?: Configs["emails"];
  origins?: string[] | undefined;
  billing_email?: string | undefined;
}

/** Converts the fields of a store in the store interface to settings. */
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
