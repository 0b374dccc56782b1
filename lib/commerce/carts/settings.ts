import { DAY } from "#core/seconds.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";

/** What a store has set for its carts. */
export function cartSettings({ configs }: Pick<Business, "configs">) {
  const { commerce } = configs;
  return {
    abandonedAfter: commerce?.cart_abandoned_after ?? DAY,
    recoveryMail: commerce?.recovery_mail ?? false,
    storefrontUrl: commerce?.storefront_url ?? null,
    cashNeedsProof: commerce?.cash_needs_proof ?? false,
  };
}
