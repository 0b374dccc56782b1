// What a tenant begins with, and whether it is still as it began.

import { DEFAULT_METHODS, Markets, type Zone } from "./market-schema.ts";
import type { Business, Configs } from "./schema.ts";

/** The zone that the first markets begin with: any country, and shipping that costs nothing. */
const EVERYWHERE = {
  id: "everywhere",
  countries: [],
  states: [],
  postalCodes: [],
  shippingMethods: [{ id: "standard", key: "standard", name: "Standard", amount: 0 }],
} satisfies Zone;

/** The settings of a tenant that has said nothing of them. */
export function defaultConfigs(): Configs {
  const shared = { taxBps: 0, paymentMethods: DEFAULT_METHODS, zones: [EVERYWHERE] };
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

/** Whether somebody looked at the markets: a market was saved, or they are other ones than a tenant begins with. */
export function areMarketsChecked({ marketsCheckedAt, configs }: Business): boolean {
  const text = (markets: Configs["markets"]) => JSON.stringify(Markets.parse(markets));
  return marketsCheckedAt != null || text(configs.markets) !== text(defaultConfigs().markets);
}

/** Whether somebody said what sending costs: it has a price, or a way that a tenant does not begin with. */
export function isShippingSet({ configs }: Pick<Business, "configs">): boolean {
  const methods = (configs.markets ?? []).flatMap(({ zones = [] }) =>
    zones.flatMap(({ shippingMethods }) => shippingMethods),
  );
  const [free] = EVERYWHERE.shippingMethods;
  return methods.some(
    ({ id, amount, weightTiers = [] }) => id !== free?.id || amount > 0 || weightTiers.length > 0,
  );
}
