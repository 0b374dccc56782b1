import type { Context } from "#core/context.ts";
import { requireSecret } from "#core/secrets.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { ADAPTERS } from "./adapters.ts";
import { chosenProvider, isSandboxOn, isTestAccount, takesCards } from "./chosen-provider.ts";
import { decryptAccount } from "./credentials.ts";
import { PAYMENT, PROVIDER_ERROR } from "./errors.ts";
import type { Account, PaymentProvider } from "./port.ts";
import { sandbox } from "./sandbox.ts";
import type { Attempt } from "./schema.ts";
import { paymentCredentials } from "./table.ts";

const PROVIDERS = new Map<string, PaymentProvider>(
  [sandbox, ...ADAPTERS].map((provider) => [provider.name, provider]),
);

/** A provider by name; the sandbox only if it is turned on. */
export function findProvider(name: string): PaymentProvider | undefined {
  return name === sandbox.name && !isSandboxOn() ? undefined : PROVIDERS.get(name);
}

/** The provider of an existing payment, also the sandbox after it was turned off. */
export function providerOfPayment({ provider: name }: { provider: string }): PaymentProvider {
  const provider = PROVIDERS.get(name);
  if (!provider) throw new Error(`There is no payment provider ${name}.`);
  return provider;
}

/**
 * The provider in `configs.paymentProvider`, and its account.
 *
 * @throws PAYMENT.NO_PROVIDER when there is none; PROVIDER_ERROR when it is not connected
 */
export function providerOfBusiness(business: Pick<Business, "configs">): {
  provider: PaymentProvider;
  credentialId: string | null;
  isTest: boolean;
} {
  if (!takesCards(business)) throw PAYMENT.NO_PROVIDER();
  const name = chosenProvider(business) ?? sandbox.name;
  const provider = findProvider(name);
  const credentialId = credentialIdIn(business.configs.paymentProvider);
  if (!provider || (provider !== sandbox && credentialId === null))
    throw PROVIDER_ERROR({ message: `${name.slice(0, 50)} is not connected` });
  const isTest = provider === sandbox || isTestAccount(business.configs.paymentProvider);
  return { provider, credentialId, isTest };
}

/** The account with which a payment's provider is called. */
export async function accountOf(
  ctx: Context,
  { tenant_id: tenantId, credential_id: id }: Pick<Attempt, "tenant_id" | "credential_id">,
): Promise<Account> {
  requireSecret("CREDENTIALS_SECRET");
  if (id === null) return { tenantId, secretKey: "", webhookSecrets: [] };
  const credential = await paymentCredentials.find({ tenant_id: tenantId, id }, ctx);
  if (!credential) throw new Error(`The payment provider ${id} of ${tenantId} is gone.`);
  return decryptAccount(credential, ctx.now());
}

function credentialIdIn(setting: unknown): string | null {
  if (typeof setting !== "object" || setting === null || !("credentialId" in setting)) return null;
  return typeof setting.credentialId === "string" ? setting.credentialId : null;
}
