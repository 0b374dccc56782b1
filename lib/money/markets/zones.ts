import { countryOf } from "#core/places/country-schema.ts";
import { isInPostalArea } from "#core/places/postal-codes.ts";
import { postalPattern } from "#core/places/postal-patterns.ts";
import { isInState, knowsStates, stateOf } from "#core/places/states.ts";
import type { Market, ShippingMethod, Zone } from "#lib/tenancy/tenants/market-schema.ts";
import type { Address } from "./address-schema.ts";

/** The parts of an address that decide its zone. */
interface Destination {
  country?: string | null | undefined;
  state?: string | null | undefined;
  postal_code?: string | null | undefined;
}

/**
 * The zone of an address. A match by postal code (exact or `prefix*`) beats one by state, then by country,
 * then a zone for everywhere; the first of equals wins. Everything that a zone names must match. An address
 * without a country gets the first zone.
 *
 * @returns `undefined` when the market has no zones, or none matches
 */
export function zoneOf(
  { zones = [] }: Pick<Market, "zones">,
  address?: Destination | null,
): Zone | undefined {
  if (!address?.country) return zones[0];
  let best: Zone | undefined;
  for (const zone of zones) {
    if (isInZone(zone, address) && (!best || matchPrecision(zone) > matchPrecision(best))) best = zone;
  }
  return best;
}

/** Whether a market has no zones: it ships everywhere for 0, and no shipping method is chosen. */
export function shipsFreely({ zones = [] }: Pick<Market, "zones">): boolean {
  return zones.length === 0;
}

interface Parcel {
  /** Grams. Items without a weight count 0. */
  weight: number;
  /** Minor units: subtotal less discount. */
  value: number;
}

/** The price of a shipping method in minor units; `undefined` for a parcel above its last tier. */
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

/** A shipping method with its price before discounts. */
export interface ShippingOffer {
  method: ShippingMethod;
  amount: number;
}

/** The shipping methods of a zone that accept this parcel, with their prices. */
export function shippingOffers(zone: Zone | undefined, parcel: Parcel): ShippingOffer[] {
  return (zone?.shippingMethods ?? []).flatMap((method) => {
    const amount = shippingPrice(method, parcel);
    return amount === undefined ? [] : [{ method, amount }];
  });
}

/** The offer with this id or key. A single offer needs no choice. */
export function chosenOffer(
  offers: readonly ShippingOffer[],
  idOrKey: string | null | undefined,
): ShippingOffer | undefined {
  if (!idOrKey) return offers.length === 1 ? offers[0] : undefined;
  return (
    offers.find(({ method }) => method.id === idOrKey) ?? offers.find(({ method }) => method.key === idOrKey)
  );
}

/**
 * Tax in basis points for a category of goods: the zone's rate for it, else the zone's, else the market's.
 */
export function taxRate(
  { taxBps }: Pick<Market, "taxBps">,
  zone: Zone | undefined,
  category?: string | null,
): number {
  const rate = category == null ? undefined : zone?.taxRates?.find((each) => each.category === category);
  return rate?.taxBps ?? zone?.taxBps ?? taxBps;
}

export function shippingTaxRate(
  market: Pick<Market, "taxBps">,
  zone: Zone | undefined,
  method: ShippingMethod,
): number {
  return method.taxable ? taxRate(market, zone) : 0;
}

function isInZone(zone: Zone, { country, state, postal_code }: Destination): boolean {
  const matches = (list: string[], value: string | null | undefined, same: (one: string) => boolean) =>
    list.length === 0 || (Boolean(value) && list.some(same));
  return (
    coversCountry(zone, country) &&
    matches(zone.states, state, (one) => isInState(country ?? "", state, one)) &&
    matches(zone.postalCodes, postal_code, (one) => isInPostalArea(country, postal_code ?? "", one))
  );
}

/** Whether a zone covers a country. A zone without countries covers all. */
function coversCountry({ countries }: Zone, country: string | null | undefined): boolean {
  return (
    countries.length === 0 || countries.some((one) => normalizedCountry(one) === normalizedCountry(country))
  );
}

// Stored zones and addresses may have codes that are no country.
function normalizedCountry(country: string | null | undefined): string {
  return countryOf(country) ?? (country ?? "").toUpperCase();
}

/**
 * Checks the state of an address in a market where some zone of its country names states. Without a valid
 * state, tax and shipping of another zone would apply.
 */
export function stateProblem(
  { zones = [] }: Pick<Market, "zones">,
  address: Destination | null,
): "missing" | "unknown" | undefined {
  const { country, state } = address ?? {};
  if (!country || !zones.some((zone) => zone.states.length > 0 && coversCountry(zone, country)))
    return undefined;
  if (!state) return "missing";
  return knowsStates(country) && !stateOf(country, state) ? "unknown" : undefined;
}

function matchPrecision({ countries, states, postalCodes }: Zone): number {
  if (postalCodes.length > 0) return 3;
  if (states.length > 0) return 2;
  return countries.length > 0 ? 1 : 0;
}

export const STATE_REQUIRED =
  "must be a state of the country, by its ISO 3166-2 code such as CA, or by its name";

/** Countries whose addresses need a state. */
const COUNTRIES_WITH_STATES = new Set("AU BR CA CN IN JP MX MY US".split(" "));

/** The parts that a parcel's address needs in its country and does not have. */
export function missingAddressFields(address: Address | null): (keyof Address)[] {
  const country = countryOf(address?.country) ?? "";
  const needed: (keyof Address)[] = [
    "name",
    "street1",
    "city",
    "country",
    ...(COUNTRIES_WITH_STATES.has(country) ? (["state"] as const) : []),
    ...(country !== "IE" && postalPattern(country) ? (["postal_code"] as const) : []),
  ];
  return needed.filter((field) => !address?.[field]);
}
