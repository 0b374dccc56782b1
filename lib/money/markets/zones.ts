import { countryOf } from "#core/places/country-schema.ts";
import { isInPostalArea } from "#core/places/postal-codes.ts";
import { postalForm } from "#core/places/postal-forms.ts";
import { isInState, knowsStates, stateOf } from "#core/places/states.ts";
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
export interface ShippingOffer {
  method: ShippingMethod;
  amount: number;
}

/** The ways to ship a parcel in a zone, in its order. */
export function shippingOffers(zone: Zone | undefined, parcel: Parcel): ShippingOffer[] {
  return (zone?.shippingMethods ?? []).flatMap((method) => {
    const amount = shippingPrice(method, parcel);
    return amount === undefined ? [] : [{ method, amount }];
  });
}

/** The offer that is meant by an id or key; one alone chooses itself. */
export function chosenOffer(
  offers: readonly ShippingOffer[],
  wanted: string | null | undefined,
): ShippingOffer | undefined {
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
    isOf(zone, country) &&
    names(zone.states, state, (one) => isInState(country ?? "", state, one)) &&
    names(zone.postalCodes, postal_code, (one) => isInPostalArea(country, postal_code ?? "", one))
  );
}

/** Whether a zone names a country, or none. */
function isOf({ countries }: Zone, country: string | null | undefined): boolean {
  return countries.length === 0 || countries.some((one) => plain(one) === plain(country));
}

// Stored zones and addresses may have codes that are no country.
function plain(country: string | null | undefined): string {
  return countryOf(country) ?? (country ?? "").toUpperCase();
}

/**
 * What is wrong with the state of an address in a market whose zones tell the states of its country apart: it is missing,
 * or it is none of the country's. Without it the address would be taxed and shipped to as if it lay elsewhere.
 */
export function stateProblem(
  { zones = [] }: Pick<Market, "zones">,
  address: Destination | null,
): "missing" | "unknown" | undefined {
  const { country, state } = address ?? {};
  if (!country || !zones.some((zone) => zone.states.length > 0 && isOf(zone, country))) return undefined;
  if (!state) return "missing";
  return knowsStates(country) && !stateOf(country, state) ? "unknown" : undefined;
}

function rank({ countries, states, postalCodes }: Zone): number {
  if (postalCodes.length > 0) return 3;
  if (states.length > 0) return 2;
  return countries.length > 0 ? 1 : 0;
}

/** What a state must be that is missing or unknown where a zone names states. */
export const STATE_REQUIRED =
  "must be a state of the country, by its ISO 3166-2 code such as CA, or by its name";

/** Countries whose addresses name a state. */
const WITH_STATES = new Set("AU BR CA CN IN JP MX MY US".split(" "));

/** The parts that a parcel's address needs in its country, and that this one does not say. */
export function missingAddressFields(address: Address | null): (keyof Address)[] {
  const country = countryOf(address?.country) ?? "";
  const needed: (keyof Address)[] = [
    "name",
    "street1",
    "city",
    "country",
    ...(WITH_STATES.has(country) ? (["state"] as const) : []),
    ...(country !== "IE" && postalForm(country) ? (["postal_code"] as const) : []),
  ];
  return needed.filter((field) => !address?.[field]);
}
