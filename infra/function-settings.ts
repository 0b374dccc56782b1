import type { Setting } from "#core/env.ts";
import type { Config } from "./config.ts";
import { checkedSettings } from "./environment.ts";

/**
 * The settings that are bundled into code, since they may be too long for the environment. None is a secret;
 * some are a secret's ARN.
 */
export function bundledSettings(config: Config): Partial<Record<Setting, string>> {
  const { budgets, plans, signIn, trustedProxies, payments, social, aiModels, mail } = config;
  const { origins, redirects, oidc } = signIn;
  const lists = {
    ALLOWED_ORIGINS: origins.length > 0 ? origins : undefined,
    ALLOWED_REDIRECTS: redirects.length > 0 ? redirects : undefined,
    BUDGETS: budgets,
    PLANS: plans,
    TRUSTED_PROXIES: trustedProxies,
  };
  const texts = {
    AI_MODEL: aiModels[0],
    BILLING_STRIPE_ARN: payments.billingSecretArn,
    MAIL_FROM: mail.from,
    OIDC_CLIENT_ID: oidc?.clientId,
    OIDC_CLIENT_SECRET_ARN: oidc?.clientSecretArn,
    OIDC_ISSUER: oidc?.issuer,
    SOCIAL_APPS_ARN: social?.appsSecretArn,
  };
  return checkedSettings({
    ...Object.fromEntries(definedEntries(lists).map(([name, value]) => [name, JSON.stringify(value)])),
    ...Object.fromEntries(definedEntries(texts)),
  });
}

function definedEntries<T>(values: Readonly<Record<string, T | undefined>>): [name: string, value: T][] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Leaves out operations and workers whose required setting is missing. */
export function deployedUnits<U extends { onlyIf?: Setting }>(config: Config, units: readonly U[]): U[] {
  const deployedSettings = { ...bundledSettings(config), ...environmentSettings(config) };
  return units.filter(({ onlyIf }) => onlyIf === undefined || deployedSettings[onlyIf] !== undefined);
}

/** The short settings, which go into each function's environment; see `bundledSettings` for the others. */
export function environmentSettings(config: Config): Partial<Record<Setting, string>> {
  const { logLevel, signIn, payments } = config;
  return {
    LOG_LEVEL: logLevel,
    ...(payments.sandbox ? { SANDBOX_PAYMENTS: "1" } : {}),
    ...(signIn.requireState ? { REQUIRE_STATE: "1" } : {}),
  };
}
