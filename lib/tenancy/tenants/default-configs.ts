// Default settings, and whether a tenant has changed them.

import { DEFAULT_METHODS, Markets, type Zone } from "./market-schema.ts";
import type { Business, Configs } from "./schema.ts";

/** The default zone: every country, with free shipping. */
const DEFAULT_ZONE = {
  id: "everywhere",
  countries: [],
  states: [],
  postalCodes: [],
  shippingMethods: [{ id: "standard", key: "standard", name: "Standard", amount: 0 }],
} satisfies Zone;

export function defaultConfigs(): Configs {
  const shared = { taxBps: 0, paymentMethods: DEFAULT_METHODS, zones: [DEFAULT_ZONE] };
  return {
    languages: [{ id: "en", code: "en", isDefault: true }],
    markets: [
      { id: "us", key: "us", currency: "USD", taxMode: "EXCLUSIVE", ...shared },
      { id: "eu", key: "eu", currency: "EUR", taxMode: "INCLUSIVE", ...shared },
    ],
    zones: [],
    webhooks: [],
    buildHooks: [],
  };
}

/** Whether a market was saved or differs from the defaults. */
export function areMarketsChecked({ marketsCheckedAt, configs }: Business): boolean {
  const text = (markets: Configs["markets"]) => JSON.stringify(Markets.parse(markets));
  return marketsCheckedAt != null || text(configs.markets) !== text(defaultConfigs().markets);
}

/** Whether somebody set shipping: a price, or another method than the default. */
export function isShippingSet({ configs }: Pick<Business, "configs">): boolean {
  const methods = (configs.markets ?? []).flatMap(({ zones = [] }) =>
    zones.flatMap(({ shippingMethods }) => shippingMethods),
  );
  const [free] = DEFAULT_ZONE.shippingMethods;
  return methods.some(
    ({ id, amount, weightTiers = [] }) => id !== free?.id || amount > 0 || weightTiers.length > 0,
  );
}
