import { optionalEnv } from "#core/env.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";

/** What the provider is called that charges nothing. */
export const SANDBOX = "sandbox";

/** The payment provider that a business names by `configs.paymentProvider`: its name, or an object with it as `type`. */
export function chosenProvider({ configs }: Pick<Business, "configs">): string | undefined {
  const chosen = configs.paymentProvider;
  if (typeof chosen === "string") return chosen.toLowerCase() || undefined;
  if (typeof chosen !== "object" || chosen === null || !("type" in chosen)) return undefined;
  return typeof chosen.type === "string" ? chosen.type.toLowerCase() || undefined : undefined;
}

/** Whether a business takes cards: it has a provider, or the sandbox stands in for one. */
export function takesCards(business: Pick<Business, "configs">): boolean {
  return chosenProvider(business) !== undefined || isSandboxOn();
}

/** Whether payments that charge nothing are allowed here. */
export function isSandboxOn(): boolean {
  return optionalEnv("SANDBOX_PAYMENTS") === "1";
}

/** Whether a business takes cards by an account that charges: neither the sandbox nor with a key for trials. */
export function takesLivePayments(business: Pick<Business, "configs">): boolean {
  const chosen = chosenProvider(business);
  return chosen !== undefined && chosen !== SANDBOX && !isTestAccount(business.configs.paymentProvider);
}

/** Whether an account, as settings name it, is one for trials: its keys say so. */
export function isTestAccount(setting: unknown): boolean {
  if (typeof setting !== "object" || setting === null) return false;
  if ("isTest" in setting) return setting.isTest === true;
  return "publicKey" in setting && String(setting.publicKey).startsWith("pk_test_");
}
