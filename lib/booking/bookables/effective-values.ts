import type { Connection, Price, Service } from "./service-schema.ts";

type Own = Pick<Connection, "prices" | "durations" | "isApprovalRequired">;
type Inherited = Pick<Service, "prices" | "durations" | "isApprovalRequired">;

/** What counts for a connection: its own durations and approval, else the service's, and in each market its own price. */
export function effectiveValues(
  service: Inherited,
  { prices, durations, isApprovalRequired }: Own,
): Inherited {
  return {
    prices: pricesOf(service, { prices }),
    durations: durations ?? service.durations,
    isApprovalRequired: isApprovalRequired ?? service.isApprovalRequired,
  };
}

/**
 * What was sent for a connection, laid over its own. Who sends a reply back sends what is inherited too: what is as it
 * was shown stays inherited, and `null` inherits again.
 */
export function ownValues(
  service: Inherited,
  before: Own | undefined,
  sent: { [K in keyof Own]?: Own[K] | undefined },
): Own {
  const own = before ?? { prices: null, durations: null, isApprovalRequired: null };
  const shown = effectiveValues(service, own);
  const isSame = (name: keyof Own) =>
    sent[name] === undefined ||
    (before !== undefined && JSON.stringify(sent[name]) === JSON.stringify(shown[name]));
  return {
    prices: isSame("prices") ? own.prices : (sent.prices ?? null),
    durations: isSame("durations") ? own.durations : (sent.durations ?? null),
    isApprovalRequired: isSame("isApprovalRequired")
      ? own.isApprovalRequired
      : (sent.isApprovalRequired ?? null),
  };
}

function pricesOf(service: Pick<Service, "prices">, { prices }: Pick<Own, "prices">): Price[] {
  if (!prices) return service.prices;
  const named = new Set(prices.map(({ market }) => market));
  return [...prices, ...service.prices.filter(({ market }) => !named.has(market))];
}
