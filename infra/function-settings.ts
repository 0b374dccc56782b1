import type { Setting } from "#core/env.ts";
import type { Config } from "./config.ts";
import { checkedSettings } from "./environment.ts";

/**
 * The settings that go into the code of functions and not into their environment: those that can be long. None of them
 * is a secret; some are the ARN of one.
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
    ...Object.fromEntries(set(lists).map(([name, value]) => [name, JSON.stringify(value)])),
    ...Object.fromEntries(set(texts)),
  });
}

function set<T>(values: Readonly<Record<string, T | undefined>>): [name: string, value: T][] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** The operations or workers that are deployed with a configuration: some have nothing to do without a setting. */
export function deployedUnits<U extends { onlyIf?: Setting }>(config: Config, units: readonly U[]): U[] {
  const known = { ...bundledSettings(config), ...environmentSettings(config) };
  return units.filter(({ onlyIf }) => onlyIf === undefined || known[onlyIf] !== undefined);
}

/** The settings of functions that are configuration alone, and short: `givenTo` has the others. */
export function environmentSettings(config: Config): Partial<Record<Setting, string>> {
  const { logLevel, signIn, payments } = config;
  return {
    LOG_LEVEL: logLevel,
    ...(payments.sandbox ? { SANDBOX_PAYMENTS: "1" } : {}),
    ...(signIn.requireState ? { REQUIRE_STATE: "1" } : {}),
  };
}
