import { expect, test } from "vitest";
import { businessCollections, businessEntries } from "#functions/content/legacy-content/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

test("blocks keep key and properties, may be named by key, and TEXT takes a map of languages", async () => {
  const { id: businessId, owner: as } = await openStore();
  const params = { businessId };
  const collection = await ok(businessCollections.createBusinessCollection, {
    params,
    as,
    body: {
      name: "Roasts",
      blocks: [
        { id: "b1", key: "headline", type: "TEXT", required: true, settings: { maxLength: 10 } },
        { id: "b2", type: "NUMBER" },
      ],
      status: "PUBLISHED",
    },
  });
  expect(collection.blocks.map(({ id, key }) => [id, key])).toEqual([
    ["b1", "headline"],
    ["b2", "b2"],
  ]);
  expect(collection.statuses.at(-1)?.status).toBe("PUBLISHED");
  const entry = await ok(businessEntries.createBusinessEntry, {
    params,
    as,
    body: {
      collectionId: collection.id,
      blocks: [
        { key: "headline", value: { en: "Light", de: "Hell" }, properties: { style: "bold" } },
        { id: "b2", value: 4 },
      ],
      status: "published",
    },
  });
  expect(entry.blocks).toEqual([
    {
      id: "b1",
      key: "headline",
      type: "TEXT",
      properties: { style: "bold" },
      value: { en: "Light", de: "Hell" },
    },
    { id: "b2", key: "b2", type: "NUMBER", properties: {}, value: 4 },
  ]);
  expect(entry.statuses.at(-1)?.status).toBe("PUBLISHED");
  const params2 = { ...params, entryId: entry.id };
  const draft = await ok(businessEntries.updateBusinessEntry, {
    params: params2,
    as,
    body: { status: "DRAFT" },
  });
  expect(draft.statuses.at(-1)?.status).toBe("DRAFT");
  for (const value of [{ en: "Much too long" }, { en: 4 }, { "not a tag": "x" }]) {
    const blocks = [{ key: "headline", value }];
    expect(
      (await refused(businessEntries.updateBusinessEntry, { params: params2, as, body: { blocks } })).status,
    ).toBe(400);
  }
  const nameless = await refused(businessEntries.updateBusinessEntry, {
    params: params2,
    as,
    body: { blocks: [{ value: 1 }] },
  });
  expect(nameless.body.validationErrors).toMatchObject([{ field: "blocks[0].id" }]);
});

test("a plan whose currency no market has is refused, and a free plan needs no market", async () => {
  const { id: businessId, owner: as } = await openStore();
  const params = { businessId };
  const body = (amount: number) => ({
    name: "News",
    type: "NEWSLETTER",
    plans: [{ name: "Gold", price: { amount, currency: "JPY" } }],
  });
  expect(
    await refused(businessCollections.createBusinessCollection, { params, as, body: body(500) }),
  ).toMatchObject({ status: 400, error: "COLLECTION.FAILED_CREATE" });
  await ok(businessCollections.createBusinessCollection, { params, as, body: body(0) });
});
