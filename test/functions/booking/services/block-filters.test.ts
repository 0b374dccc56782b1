import { expect, test } from "vitest";
import { providers } from "#functions/booking/providers/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

const SEATS = { key: "seats", type: "NUMBER" };
const COLOUR = { key: "colour", type: "LOCALIZED_TEXT" };
const TAGS = { key: "tags", type: "TEXT" };
const PLACE = { key: "place", type: "GEO_LOCATION" };

const RECORDS = [
  {
    key: "one",
    blocks: [
      { ...SEATS, value: [4] },
      { ...COLOUR, value: [{ en: "red", de: "rot" }] },
      { ...TAGS, value: ["quiet", "by the Window"] },
    ],
  },
  {
    key: "two",
    blocks: [
      { ...SEATS, value: [10] },
      { ...COLOUR, value: [{ en: "blue", de: "blau" }] },
      { ...PLACE, value: [{ countryCode: "DE", city: "Berlin" }] },
    ],
  },
];

const FILTERS: [filter: object, found: string[]][] = [
  [{ key: "seats", value: 4 }, ["one"]],
  [{ key: "seats", value: "4" }, ["one"]],
  [{ key: "seats", value: [4, 10] }, ["one", "two"]],
  [{ key: "seats", value: [">=5"] }, ["two"]],
  [{ key: "seats", value: "< 10" }, ["one"]],
  [{ key: "seats", type: "NUMBER_FILTER", properties: { operation: "greater_than" }, value: [4] }, ["two"]],
  [{ key: "seats", operation: "LESS_THAN_OR_EQUAL", value: 10 }, ["one", "two"]],
  [{ key: "colour", value: "rot" }, ["one"]],
  [{ key: "colour", value: ["rot", "blue"] }, ["one", "two"]],
  [{ key: "colour", value: { en: "red" } }, ["one"]],
  [{ key: "colour", value: { de: "red" } }, []],
  [{ key: "tags", operation: "contains", value: "window" }, ["one"]],
  [{ key: "tags", value: ["window"] }, []],
  [{ key: "tags", value: ["loud", "quiet"] }, ["one"]],
  [{ key: "place", value: { countryCode: "DE" } }, ["two"]],
  [{ key: "seats", id: "block_of_the_caller", value: 4 }, ["one"]],
  [{ key: "place" }, ["two"]],
];

test.each([
  ["services", services.createService, services.listServices],
  ["providers", providers.createProvider, providers.listProviders],
] as const)(
  "%s are found by their blocks: any value, language, comparison and prefix",
  async (_, create, list) => {
    const { id: businessId, owner } = await openStore();
    const params = { businessId };
    const made = [];
    for (const body of RECORDS) made.push(await ok(create, { params, as: owner, body }));
    const keys = async (blocks: unknown, matchAll = true) => {
      const query = { blocks: JSON.stringify(blocks), matchAll: String(matchAll), sortField: "key" };
      return (await ok(list, { params, query })).items.map(({ key }) => key);
    };
    for (const [filter, found] of FILTERS) expect([filter, await keys([filter])]).toEqual([filter, found]);
    const two = [
      { key: "seats", value: ">5" },
      { key: "colour", value: "rot" },
    ];
    expect(await keys(two)).toEqual([]);
    expect(await keys(two, false)).toEqual(["one", "two"]);
    expect(await keys([{ id: made[0]?.blocks[0]?.id, value: 4 }])).toEqual(["one"]);
    const unknown = { params, query: { blocks: '[{"key":"seats","operation":"plus","value":1}]' } };
    expect((await refused(list, unknown)).status).toBe(400);
  },
);
