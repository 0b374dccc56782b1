import type { Connection, Price, Service } from "./service-schema.ts";

type OwnValues = Pick<Connection, "prices" | "durations" | "isApprovalRequired">;
type InheritedValues = Pick<Service, "prices" | "durations" | "isApprovalRequired">;

/** A connection's own durations, approval rule and price in each market; where it has none, the service's. */
export function effectiveValues(
  service: InheritedValues,
  { prices, durations, isApprovalRequired }: OwnValues,
): InheritedValues {
  return {
    prices: pricesOf(service, { prices }),
    durations: durations ?? service.durations,
    isApprovalRequired: isApprovalRequired ?? service.isApprovalRequired,
  };
}

/**
 * Applies an input to a connection's own values. A caller may send back values that it read, including inherited ones:
 * values equal to the shown ones stay inherited, and `null` inherits again.
 */
export function ownValues(
  service: InheritedValues,
  before: OwnValues | undefined,
  sent: { [K in keyof OwnValues]?: OwnValues[K] | undefined },
): OwnValues {
  const own = before ?? { prices: null, durations: null, isApprovalRequired: null };
  const shown = effectiveValues(service, own);
  const isSame = (name: keyof OwnValues) =>
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

function pricesOf(service: Pick<Service, "prices">, { prices }: Pick<OwnValues, "prices">): Price[] {
  if (!prices) return service.prices;
  const named = new Set(prices.map(({ market }) => market));
  return [...prices, ...service.prices.filter(({ market }) => !named.has(market))];
}
