import { postcodeValidatorExistsForCountry } from "postcode-validator";
import type { Address } from "./address-schema.ts";

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
