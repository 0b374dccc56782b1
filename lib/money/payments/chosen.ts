import { optionalEnv } from "#core/env.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";

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
