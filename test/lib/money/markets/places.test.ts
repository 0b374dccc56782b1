import { expect, test } from "vitest";
import { zoneOf } from "#lib/money/markets/zones.ts";
import type { Zone } from "#lib/tenancy/tenants/market-schema.ts";

const zone = (fields: Partial<Zone>): Zone => ({
  ...{ id: "named", countries: [], states: [], postalCodes: [], shippingMethods: [] },
  ...fields,
});
const isInZone = (fields: Partial<Zone>, address: Parameters<typeof zoneOf>[1]) =>
  zoneOf({ zones: [zone(fields)] }, address) !== undefined;

// Royal Mail, "Postcode Address File, Programmers' Guide": the last three characters are not part of the district.
const BRITISH_CODES: [named: string, within: string[], without: string[]][] = [
  ["E16*", ["E16 1AA", "e164ab"], ["E1 6AN", "E1 6AA", "E1W 6AA"]],
  ["M11*", ["M11 1AA"], ["M1 1AE", "M1 1AA"]],
  ["W1 *", ["W1 1AA"], ["W14 8AA", "W1A 1AA", "WC1A 1AA"]],
  ["E1 6*", ["E1 6AN", "e16an"], ["E16 1AA", "E1 7AA"]],
  ["SW1A1*", ["SW1A 1AA"], ["SW1A 2AA", "SW1 1AA"]],
  ["sw1a1aa", ["SW1A 1AA", "SW1A1AA"], ["SW1A 1AB"]],
  ["EC1A", ["EC1A 1BB"], ["EC1 1BB", "EC1M 1BB"]],
  ["B*", ["B1 1AA", "BT1 1AA", "BS16 1AA"], ["CB1 1AA"]],
  ["GIR 0AA", ["GIR0AA"], ["GL1 1AA"]],
];

test("a British district is all but the last three characters, however it is typed", () => {
  for (const [named, within, without] of BRITISH_CODES) {
    const inZone = (code: string) =>
      isInZone({ countries: ["GB"], postalCodes: [named] }, { country: "GB", postal_code: code });
    expect([named, ...within.filter((code) => !inZone(code))]).toEqual([named]);
    expect([named, ...without.filter(inZone)]).toEqual([named]);
  }
});

// USPS Publication 28, 214: ZIP+4. Correo Argentino: a CPA contains the older four digits. Others: their post offices.
const LONGER_CODES: [country: string, named: string, code: string, isInZone: boolean][] = [
  ["US", "78701", "78701-2375", true],
  ["US", "78701", "787012375", true],
  ["US", "787*", "78701-2375", true],
  ["US", "78701-2375", "78701-2375", true],
  ["US", "78701-2375", "78701", false],
  ["US", "78701", "78702-2375", false],
  ["PR", "00901", "00901-1234", true],
  ["SA", "12345", "12345-6789", true],
  ["AR", "1425", "C1425CLA", true],
  ["CA", "K1A", "K1A 0B1", true],
  ["IE", "D02", "D02 X285", true],
  ["NL", "1012 ab", "1012AB", true],
  ["NL", "1012*", "1012 AB", true],
  ["PL", "00-0*", "00 001", true],
  ["GR", "105 5*", "10551", true],
  ["MD", "2001", "MD-2001", true],
  ["JE", "JE2", "JE2 3AB", true],
  ["JE", "JE2*", "JE2 3AB", true],
  ["JE", "JE2*", "JE3 3AB", false],
  ["IM", "IM1*", "IM1 1AA", true],
  ["IM", "IM1*", "IM2 1AA", false],
  ["HU", "10*", "H-1051", true],
  ["NL", "1012", "NL-1012 AB", true],
  ["FI", "001*", "FIN-00100", true],
  ["DE", "101*", "20101", false],
];

test("a longer code is in its district, and spaces and hyphens are ignored elsewhere", () => {
  for (const [country, named, code, expected] of LONGER_CODES) {
    const found = isInZone({ countries: [country], postalCodes: [named] }, { country, postal_code: code });
    expect([country, named, code, found]).toEqual([country, named, code, expected]);
  }
});

// ISO 3166-2 for codes and names; USPS Publication 28, appendix B, for the military and the territories.
const STATES: [country: string, named: string, same: string[], others: string[]][] = [
  ["US", "CA", ["ca", "California", "US-CA", "us-ca", "CALIFORNIA "], ["Colorado", "MX-CA", "Narnia", ""]],
  ["US", "California", ["CA", "US-CA"], ["NV"]],
  ["US", "AE", ["Armed Forces Europe"], ["AP"]],
  ["US", "PR", ["Puerto Rico"], ["PA"]],
  ["CA", "QC", ["Québec", "quebec", "CA-QC"], ["ON"]],
  ["AU", "NSW", ["New South Wales"], ["VIC"]],
  ["IN", "OD", ["Odisha", "Orissa", "OR"], ["DL"]],
  ["BR", "São Paulo", ["SP", "Sao Paulo"], ["RJ"]],
  ["MX", "CMX", ["CDMX", "Ciudad de México"], ["MEX"]],
  ["IT", "Sicilia", ["PA", "Catania"], ["MI"]],
  ["ES", "CN", ["Las Palmas", "TF", "Canarias"], ["Madrid"]],
  ["DE", "BY", ["Bayern", "Bavaria"], ["BE"]],
  ["GB", "SCT", ["GB-SCT", "sct"], ["WLS"]],
];

test("a state is recognized by code and name, and a province is in its region", () => {
  for (const [country, named, same, others] of STATES) {
    const inZone = (state: string) => isInZone({ countries: [country], states: [named] }, { country, state });
    expect([named, ...same.filter((state) => !inZone(state))]).toEqual([named]);
    expect([named, ...others.filter(inZone)]).toEqual([named]);
  }
});

test("zones and addresses from before codes were checked are read as they were meant", () => {
  expect(isInZone({ countries: ["UK"] }, { country: "GB" })).toBe(true);
  expect(isInZone({ countries: ["GB"] }, { country: "uk" })).toBe(true);
  expect(isInZone({ countries: ["XX"] }, { country: "xx" })).toBe(true);
  expect(isInZone({ countries: ["XX"] }, { country: "DE" })).toBe(false);
  expect(isInZone({ states: ["California"] }, { country: "US", state: "CA" })).toBe(true);
});
