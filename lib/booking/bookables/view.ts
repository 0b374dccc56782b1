import type { Service, ServiceView } from "./service-schema.ts";

/** A service with the fields of the older form. */
export function viewService(service: Service): ServiceView {
  const { prices, durations, providers } = service;
  return {
    ...service,
    pricing: {
      markets: prices.map(({ market, amount, currency }) => ({
        marketId: market,
        currency: currency ?? null,
        price: amount,
      })),
    },
    duration: durations.reduce((sum, { duration }) => sum + duration * 60, 0),
    providerIds: providers.map(({ providerId }) => providerId),
  };
}
