import { optionalEnv } from "#core/env.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";

export const SANDBOX = "sandbox";

/** The provider in `configs.paymentProvider`, which is a name or an object with a `type`. */
export function chosenProvider({ configs }: Pick<Business, "configs">): string | undefined {
  const chosen = configs.paymentProvider;
  if (typeof chosen === "string") return chosen.toLowerCase() || undefined;
  if (typeof chosen !== "object" || chosen === null || !("type" in chosen)) return undefined;
  return typeof chosen.type === "string" ? chosen.type.toLowerCase() || undefined : undefined;
}

/** Whether a business takes cards, by its provider or by the sandbox. */
export function takesCards(business: Pick<Business, "configs">): boolean {
  return chosenProvider(business) !== undefined || isSandboxOn();
}

export function isSandboxOn(): boolean {
  return optionalEnv("SANDBOX_PAYMENTS") === "1";
}

/** Whether a business takes real money by card: neither the sandbox nor a test key. */
export function takesLivePayments(business: Pick<Business, "configs">): boolean {
  const chosen = chosenProvider(business);
  return chosen !== undefined && chosen !== SANDBOX && !isTestAccount(business.configs.paymentProvider);
}

/** Whether the account in the settings has a test key. */
export function isTestAccount(setting: unknown): boolean {
  if (typeof setting !== "object" || setting === null) return false;
  if ("isTest" in setting) return setting.isTest === true;
  return "publicKey" in setting && String(setting.publicKey).startsWith("pk_test_");
}
