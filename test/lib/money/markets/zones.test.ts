import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chosenOffer,
  shippingOffers,
  shippingPrice,
  shippingTaxRate,
  taxRate,
  zoneOf,
} from "#lib/money/markets/zones.ts";
import type { ShippingMethod, Zone } from "#lib/tenancy/tenants/market-schema.ts";

const zone = (id: string, fields: Partial<Zone> = {}): Zone => ({
  id,
  countries: [],
  states: [],
  postalCodes: [],
  shippingMethods: [],
  ...fields,
});
const METHOD: ShippingMethod = { id: "parcel", amount: 500 };

describe("the zone of an address", () => {
  const zones = [
    zone("world"),
    zone("germany", { countries: ["DE"] }),
    zone("bavaria", { countries: ["DE"], states: ["BY"] }),
    zone("islands", { countries: ["DE"], postalCodes: ["25980", "259*", "27 498"] }),
    zone("second germany", { countries: ["DE"] }),
  ];
  const idOf = (address?: Parameters<typeof zoneOf>[1]) => zoneOf({ zones }, address)?.id;

  test("matches postal code before state, country and everywhere, the first of equals", () => {
    expect(idOf({ country: "de", state: "BY", postal_code: "25980" })).toBe("islands");
    expect(idOf({ country: "DE", postal_code: "25999" })).toBe("islands");
    expect(idOf({ country: "DE", postal_code: "27498" })).toBe("islands");
    expect(idOf({ country: "DE", state: "by", postal_code: "80331" })).toBe("bavaria");
    expect(idOf({ country: "DE", postal_code: "10119" })).toBe("germany");
    expect(idOf({ country: "FR", postal_code: "25980" })).toBe("world");
  });

  test("is the first until a country is known, and none where none matches", () => {
    expect(idOf()).toBe("world");
    expect(idOf({ postal_code: "25980" })).toBe("world");
    expect(zoneOf({ zones: zones.slice(1) }, { country: "FR" })).toBeUndefined();
    expect(zoneOf({}, { country: "FR" })).toBeUndefined();
  });

  test("matches the address, and no other matches more closely", () => {
    const codes = fc.subarray(["DE", "FR"]);
    const posts = fc.subarray(["1*", "10", "2*"]);
    const some = fc.array(
      fc.record({ countries: codes, states: fc.subarray(["A", "B"]), postalCodes: posts }),
      { maxLength: 6 },
    );
    const address = fc.record({
      country: fc.constantFrom("DE", "FR", "US"),
      state: fc.constantFrom(null, "A", "B"),
      postal_code: fc.constantFrom(null, "10", "11", "20", "3"),
    });
    fc.assert(
      fc.property(some, address, (drawn, to) => {
        const list = drawn.map((fields, index) => zone(`${index}`, fields));
        const fitting = list.filter(
          ({ countries, states, postalCodes }) =>
            (countries.length === 0 || countries.includes(to.country)) &&
            (states.length === 0 || states.includes(to.state ?? "")) &&
            (postalCodes.length === 0 ||
              postalCodes.some((code) =>
                code.endsWith("*") ? to.postal_code?.startsWith(code[0] ?? "") : to.postal_code === code,
              )),
        );
        const closest = (each: Zone) =>
          each.postalCodes.length > 0 ? 3 : each.states.length > 0 ? 2 : each.countries.length > 0 ? 1 : 0;
        const most = Math.max(...fitting.map(closest));
        expect(zoneOf({ zones: list }, to)).toBe(fitting.find((each) => closest(each) === most));
      }),
    );
  });
});

describe("shipping", () => {
  const tiers = [
    { upToGrams: 5000, amount: 900 },
    { upToGrams: 1000, amount: 400 },
  ];

  test("costs what the weight's tier says, and nothing above the last tier is shipped", () => {
    const method = { ...METHOD, weightTiers: tiers };
    const prices = [0, 1000, 1001, 5000, 5001].map((weight) => shippingPrice(method, { weight, value: 0 }));
    expect(prices).toEqual([400, 400, 900, 900, undefined]);
    expect(shippingPrice(METHOD, { weight: 99_999, value: 0 })).toBe(500);
  });

  test("is free from its free-above amount on", () => {
    const method = { ...METHOD, freeAbove: 5000 };
    expect([4999, 5000].map((value) => shippingPrice(method, { weight: 0, value }))).toEqual([500, 0]);
    const heavy = { ...method, weightTiers: tiers };
    expect(shippingPrice(heavy, { weight: 5001, value: 9000 })).toBeUndefined();
  });

  test("uses the only method, or the named one", () => {
    const pickup = { id: "m2", key: "pickup", amount: 0 };
    const both = shippingOffers(zone("z", { shippingMethods: [METHOD, pickup] }), { weight: 0, value: 0 });
    expect(chosenOffer(both, undefined)).toBeUndefined();
    expect(chosenOffer(both, "pickup")?.method).toBe(pickup);
    expect(chosenOffer(both.slice(0, 1), undefined)?.method).toBe(METHOD);
    expect(chosenOffer(both, "none")).toBeUndefined();
  });
});

test("tax is the zone's for the category, else the zone's, else the market's", () => {
  const market = { taxBps: 1900 };
  const rated = zone("z", { taxBps: 2000, taxRates: [{ category: "books", name: "Books", taxBps: 700 }] });
  expect(taxRate(market, rated, "books")).toBe(700);
  expect(taxRate(market, rated, "tools")).toBe(2000);
  expect(taxRate(market, rated)).toBe(2000);
  expect(taxRate(market, zone("plain"), "books")).toBe(1900);
  expect(taxRate(market, undefined)).toBe(1900);
  expect(shippingTaxRate(market, rated, METHOD)).toBe(0);
  expect(shippingTaxRate(market, rated, { ...METHOD, taxable: true })).toBe(2000);
});
