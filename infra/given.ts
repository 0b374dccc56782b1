import type { Setting } from "#core/env.ts";
import type { Config } from "./config.ts";
import { deployable } from "./environment.ts";

/** The settings that go into the code of functions and not into their environment: those that can be long. */
export function givenTo(config: Config): Partial<Record<Setting, string>> {
  const { budgets, plans, signIn, trustedProxies } = config;
  const lists = {
    ALLOWED_ORIGINS: signIn.origins.length > 0 ? signIn.origins : undefined,
    ALLOWED_REDIRECTS: signIn.redirects.length > 0 ? signIn.redirects : undefined,
    BUDGETS: budgets,
    PLANS: plans,
    TRUSTED_PROXIES: trustedProxies,
  };
  const set = Object.entries(lists).filter(([, value]) => value !== undefined);
  return deployable(Object.fromEntries(set.map(([name, value]) => [name, JSON.stringify(value)])));
}

/** The operations or workers that are deployed with a configuration: some have nothing to do without a setting. */
export function deployedIn<U extends { onlyIf?: Setting }>(config: Config, units: readonly U[]): U[] {
  const set = environmentOf(config);
  return units.filter(({ onlyIf }) => onlyIf === undefined || set[onlyIf] !== undefined);
}

/** The settings of functions that are configuration alone, and short: `givenTo` has the others. */
export function environmentOf({
  mail,
  logLevel,
  signIn,
  payments,
  social,
  aiModels,
}: Config): Partial<Record<Setting, string>> {
  const { requireState, oidc } = signIn;
  return {
    ...(aiModels[0] ? { AI_MODEL: aiModels[0] } : {}),
    ...(social ? { SOCIAL_APPS_ARN: social.appsSecretArn } : {}),
    MAIL_FROM: mail.from,
    LOG_LEVEL: logLevel,
    ...(payments.sandbox ? { SANDBOX_PAYMENTS: "1" } : {}),
    ...(payments.billingSecretArn ? { BILLING_STRIPE_ARN: payments.billingSecretArn } : {}),
    ...(requireState ? { REQUIRE_STATE: "1" } : {}),
    ...(oidc && {
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: oidc.clientId,
      OIDC_CLIENT_SECRET_ARN: oidc.clientSecretArn,
    }),
  };
}
