import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { PAYMENT } from "./errors.ts";
import type { PaymentProvider } from "./port.ts";
import { sandbox } from "./sandbox.ts";

const PROVIDERS = new Map<string, PaymentProvider>([sandbox].map((provider) => [provider.name, provider]));

/** A provider by its name, as callbacks and stored payments name it. */
export function providerNamed(name: string): PaymentProvider | undefined {
  return PROVIDERS.get(name);
}

/** The provider that a business has chosen by `configs.paymentProvider`: its name, or an object with it as `type`. */
export function providerOf({ configs }: Pick<Business, "configs">): PaymentProvider {
  const name = nameIn(configs.paymentProvider) ?? sandbox.name;
  const provider = PROVIDERS.get(name);
  if (!provider) throw PAYMENT.STRIPE_ERROR({ message: `${name.slice(0, 50)} is not connected` });
  return provider;
}

function nameIn(chosen: unknown): string | undefined {
  if (typeof chosen === "string") return chosen.toLowerCase();
  if (typeof chosen !== "object" || chosen === null || !("type" in chosen)) return undefined;
  return typeof chosen.type === "string" ? chosen.type.toLowerCase() : undefined;
}
