import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { chosenProvider, isSandboxOn, takesCards } from "./chosen.ts";
import { PAYMENT } from "./errors.ts";
import type { Account, PaymentProvider } from "./port.ts";
import { sandbox } from "./sandbox.ts";

const PROVIDERS = new Map<string, PaymentProvider>([sandbox].map((provider) => [provider.name, provider]));

/** A provider by its name, as callbacks and stored payments name it; the sandbox only where it is allowed. */
export function providerNamed(name: string): PaymentProvider | undefined {
  return name === sandbox.name && !isSandboxOn() ? undefined : PROVIDERS.get(name);
}

/** The same for a payment that exists. */
export function providerOfPayment({ provider: name }: { provider: string }): PaymentProvider {
  const provider = PROVIDERS.get(name);
  if (!provider) throw new Error(`There is no payment provider ${name}.`);
  return provider;
}

/**
 * The provider that a business has chosen by `configs.paymentProvider`: its name, or an object with it as `type`.
 *
 * @throws PAYMENT.NO_PROVIDER when it has none; PAYMENT.STRIPE_ERROR when it is not connected
 */
export function providerOf(business: Pick<Business, "configs">): PaymentProvider {
  if (!takesCards(business)) throw PAYMENT.NO_PROVIDER();
  const name = chosenProvider(business) ?? sandbox.name;
  const provider = providerNamed(name);
  if (!provider) throw PAYMENT.STRIPE_ERROR({ message: `${name.slice(0, 50)} is not connected` });
  return provider;
}

/** What a tenant's provider is called with. */
export async function accountOf(tenantId: string, _credentialId: string | null): Promise<Account> {
  return { tenantId, secretKey: "", webhookSecrets: [] };
}
