import { expect, test } from "vitest";
import { providers } from "#functions/booking/providers/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { taxonomies } from "#functions/content/taxonomies/routes.ts";
import { unfileProviders, unfileServices } from "#lib/booking/bookables/cascade.ts";
import { ok, refused } from "#test/support/client.ts";
import { eventually, openStore, testContext, testEvent } from "#test/support/world.ts";

const ROOM = { key: "room", type: "text", value: ["A"], properties: { maxLength: 1 } };
const BLOCKS = [ROOM, { key: "seats", type: "NUMBER", value: [4], properties: { max: 9 } }];
const INVALID = [
  { key: "room", type: "TEXT", value: ["AB"], properties: { maxLength: 1 } },
  { key: "seats", type: "NUMBER", value: ["four"] },
  { key: "needed", type: "TEXT", properties: { isRequired: true } },
  { key: "group", type: "BLOCK", value: [{ key: "inner", type: "BOOLEAN", value: [1] }] },
];
const MISSING = [
  { key: "photo", type: "RELATIONSHIP_MEDIA", value: ["media:media_01j9z3k4m5n6p7q8r9s0t1v2w3"] },
];
const ERRORS = [
  ["blocks[0].value[0]", "FIELD.VALIDATION_FAILED"],
  ["blocks[1].value[0]", "FIELD.TYPE_MISMATCH"],
  ["blocks[2].value", "FIELD.REQUIRED_MISSING"],
  ["blocks[3].value[0].value[0]", "FIELD.TYPE_MISMATCH"],
];

test.each([
  ["service", services.createService, services.updateService, "serviceId"],
  ["provider", providers.createProvider, providers.updateProvider, "providerId"],
] as const)(
  "blocks of a %s are checked by type and properties, and errors name their paths",
  async (_, create, update, slot) => {
    const { id: businessId, owner: as } = await openStore();
    const params = { businessId };
    const made = await ok(create, { params, as, body: { key: "one", blocks: BLOCKS } });
    expect(made.blocks).toMatchObject([
      { key: "room", type: "TEXT", value: ["A"] },
      { key: "seats", type: "NUMBER", value: [4] },
    ]);
    expect(made.blocks.every(({ id }) => id.length > 0)).toBe(true);
    const own = { ...params, [slot]: made.id } as {
      businessId: string;
      serviceId: string;
      providerId: string;
    };
    for (const blocks of [INVALID, MISSING]) {
      const refusals = [
        await refused(create, { params, as, body: { key: "two", blocks } }),
        await refused(update, { params: own, as, body: { blocks } }),
      ];
      for (const { status, body } of refusals) {
        expect(status).toBe(400);
        const told = body.validationErrors.map(({ field, error }) => [field, error]);
        expect(told).toEqual(
          blocks === INVALID ? ERRORS : [["blocks[0].value[0]", "FIELD.VALIDATION_FAILED"]],
        );
      }
    }
    const [room] = made.blocks;
    const changed = await ok(update, { params: own, as, body: { blocks: [{ ...ROOM, id: room?.id }] } });
    expect(changed.blocks).toEqual([room]);
  },
);

test("a deleted taxonomy is removed from its services and providers, and from no others", async () => {
  const { id: businessId, owner: as } = await openStore();
  const params = { businessId };
  const taxonomy = async (key: string) =>
    (await ok(taxonomies.createTaxonomy, { params: { storeId: businessId }, as, body: { key } })).id;
  const [gone, kept] = [await taxonomy("gone"), await taxonomy("kept")];
  const filed = [{ taxonomy_id: gone }, { taxonomy_id: kept }];
  const service = await ok(services.createService, { params, as, body: { key: "cut", taxonomies: filed } });
  const provider = await ok(providers.createProvider, {
    params,
    as,
    body: { key: "mira", taxonomies: filed },
  });
  const other = await ok(services.createService, {
    params,
    as,
    body: { key: "dye", taxonomies: [{ taxonomy_id: kept }] },
  });
  await ok(taxonomies.deleteTaxonomy, { params: { storeId: businessId, taxonomyId: gone }, as });
  const read = async () => [
    await ok(services.getService, { params: { ...params, serviceId: service.id } }),
    await ok(providers.getProvider, { params: { ...params, providerId: provider.id } }),
  ];
  const after = await eventually(async () => {
    const found = await read();
    return found.every((each) => each.taxonomies.length === 1) && found;
  }, "the taxonomy being taken off");
  expect(after.map((each) => each.taxonomies.map(({ taxonomy_id }) => taxonomy_id))).toEqual([
    [kept],
    [kept],
  ]);
  expect(await ok(services.getService, { params: { ...params, serviceId: other.id }, as })).toEqual(other);
});

test("a run that removes a taxonomy and is out of time enqueues the next run", async () => {
  const { id: businessId, owner: as } = await openStore();
  const params = { businessId };
  const { id: taxonomy_id } = await ok(taxonomies.createTaxonomy, {
    params: { storeId: businessId },
    as,
    body: { key: "gone" },
  });
  const body = { key: "one", taxonomies: [{ taxonomy_id }] };
  const service = await ok(services.createService, { params, as, body });
  const provider = await ok(providers.createProvider, { params, as, body });
  const about = { tenant_id: businessId, type: "taxonomy.deleted", record_id: taxonomy_id };
  const event = testEvent({ ...about, sequence: 2 });
  await unfileServices(testContext(), event, 0);
  await unfileProviders(testContext(), event, 0);
  await eventually(async () => {
    const [one, other] = [
      await ok(services.getService, { params: { ...params, serviceId: service.id } }),
      await ok(providers.getProvider, { params: { ...params, providerId: provider.id } }),
    ];
    return one.taxonomies.length + other.taxonomies.length === 0;
  }, "the rest being done");
});
