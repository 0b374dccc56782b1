import { postcodeValidatorExistsForCountry } from "postcode-validator";
import type { Market, ShippingMethod, Zone } from "#lib/tenancy/tenants/market-schema.ts";
import type { Address } from "./address-schema.ts";

/** What of an address says in which zone it lies. */
interface Destination {
  country?: string | null | undefined;
  state?: string | null | undefined;
  postal_code?: string | null | undefined;
}

/**
 * The zone of an address: one that names its postal code (exact or `prefix*`) before one that names its state, that
 * before one that names its country, that before one for everywhere; of equal ones the first. All that a zone names
 * must fit. Until an address has a country, the first zone counts.
 *
 * @returns `undefined` when the market has no zones, or none that the address fits
 */
export function zoneOf(
  { zones = [] }: Pick<Market, "zones">,
  address?: Destination | null,
): Zone | undefined {
  if (!address?.country) return zones[0];
  let best: Zone | undefined;
  for (const zone of zones) {
    if (fits(zone, address) && (!best || rank(zone) > rank(best))) best = zone;
  }
  return best;
}

/** Whether a market ships anywhere without saying how: shipping is 0 then, and needs no method. */
export function shipsFreely({ zones = [] }: Pick<Market, "zones">): boolean {
  return zones.length === 0;
}

/** What decides about the price of shipping. */
interface Parcel {
  /** Grams of all that is shipped; what has no weight weighs nothing. */
  weight: number;
  /** Minor units: subtotal less discount. */
  value: number;
}

/** The price of shipping by a method; `undefined` when the parcel is heavier than its last tier. */
export function shippingPrice(
  { amount, freeAbove, weightTiers = [] }: ShippingMethod,
  { weight, value }: Parcel,
): number | undefined {
  const tiers = weightTiers.toSorted((one, other) => one.upToGrams - other.upToGrams);
  const tier = tiers.find(({ upToGrams }) => weight <= upToGrams);
  if (tiers.length > 0 && !tier) return undefined;
  if (freeAbove != null && value >= freeAbove) return 0;
  return tier?.amount ?? amount;
}

/** A way to ship a parcel, with its price before discounts. */
export interface Offer {
  method: ShippingMethod;
  amount: number;
}

/** The ways to ship a parcel in a zone, in its order. */
export function shippingOffers(zone: Zone | undefined, parcel: Parcel): Offer[] {
  return (zone?.shippingMethods ?? []).flatMap((method) => {
    const amount = shippingPrice(method, parcel);
    return amount === undefined ? [] : [{ method, amount }];
  });
}

/** The offer that is meant by an id or key; one alone chooses itself. */
export function chosenOffer(offers: readonly Offer[], wanted: string | null | undefined): Offer | undefined {
  if (!wanted) return offers.length === 1 ? offers[0] : undefined;
  return (
    offers.find(({ method }) => method.id === wanted) ?? offers.find(({ method }) => method.key === wanted)
  );
}

/** Basis points of tax on goods of a category: the zone's rate for it, else the zone's own, else the market's. */
export function taxRate(
  { taxBps }: Pick<Market, "taxBps">,
  zone: Zone | undefined,
  category?: string | null,
): number {
  const rate = category == null ? undefined : zone?.taxRates?.find((each) => each.category === category);
  return rate?.taxBps ?? zone?.taxBps ?? taxBps;
}

/** Basis points of tax on shipping by a method. */
export function shippingTaxRate(
  market: Pick<Market, "taxBps">,
  zone: Zone | undefined,
  method: ShippingMethod,
): number {
  return method.taxable ? taxRate(market, zone) : 0;
}

function fits(zone: Zone, { country, state, postal_code }: Destination): boolean {
  const names = (list: string[], value: string | null | undefined, same: (one: string) => boolean) =>
    list.length === 0 || (Boolean(value) && list.some(same));
  return (
    names(zone.countries, country, (one) => plain(one) === plain(country)) &&
    names(zone.states, state, (one) => plain(one) === plain(state)) &&
    names(zone.postalCodes, postal_code, (one) => isWithin(plain(postal_code), one))
  );
}

function isWithin(postalCode: string, named: string): boolean {
  const code = plain(named);
  return code.endsWith("*") ? postalCode.startsWith(code.slice(0, -1)) : postalCode === code;
}

// Spaces and hyphens are typed or left out as people please.
function plain(text: string | null | undefined): string {
  return (text ?? "").toUpperCase().replace(/[\s-]+/g, "");
}

function rank({ countries, states, postalCodes }: Zone): number {
  if (postalCodes.length > 0) return 3;
  if (states.length > 0) return 2;
  return countries.length > 0 ? 1 : 0;
}

/** Countries whose addresses name a state. */
const WITH_STATES = new Set("AU BR CA CN IN JP MX MY US".split(" "));

/** The parts that a parcel's address needs in its country, and that this one does not say. */
export function missingParts(address: Address | null): (keyof Address)[] {
  const country = address?.country ?? "";
  const needed: (keyof Address)[] = [
    "name",
    "street1",
    "city",
    "country",
    ...(WITH_STATES.has(country) ? (["state"] as const) : []),
    ...(postcodeValidatorExistsForCountry(country) ? (["postal_code"] as const) : []),
  ];
  return needed.filter((field) => !address?.[field]);
}
