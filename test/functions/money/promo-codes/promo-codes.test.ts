import { expect, test } from "vitest";
import { markets } from "#functions/money/markets/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

test("a code is unique within its store whatever its case, and can be changed and deleted", async () => {
  const { id: storeId, owner } = await openStore();
  const body = {
    code: "Summer10",
    discounts: [{ type: "items_percentage", market_id: "eu", bps: 1000 }],
    conditions: [{ type: "MIN_ORDER_AMOUNT", value: { type: "AMOUNT", value: 100 } }],
  };
  const made = await ok(promoCodes.createPromoCode, { params: { storeId }, as: owner, body });
  expect(made).toMatchObject({ code: "Summer10", uses: 0, status: "active", discounts: body.discounts });
  const twin = { params: { storeId }, as: owner, body: { ...body, code: "SUMMER10" } };
  expect(await refused(promoCodes.createPromoCode, twin)).toMatchObject({
    status: 409,
    error: "PROMO_CODE.CODE_TAKEN",
  });
  const params = { storeId, promoCodeId: made.id };
  await ok(promoCodes.updatePromoCode, { params, as: owner, body: { code: "WINTER", status: "ARCHIVED" } });
  expect(await ok(promoCodes.getPromoCode, { params, as: owner })).toMatchObject({
    code: "WINTER",
    status: "archived",
  });
  await ok(promoCodes.createPromoCode, twin);
  const listed = await ok(promoCodes.listPromoCodes, {
    params: { storeId },
    as: owner,
    query: { ids: `["${made.id}"]` },
  });
  expect(listed.items.map(({ id }) => id)).toEqual([made.id]);
  // It is archived and none of its words match: other filters are ignored beside ids.
  const beside = { ids: `["${made.id}"]`, status: "active", query: "nothing-of-it" };
  const named = await ok(promoCodes.listPromoCodes, { params: { storeId }, as: owner, query: beside });
  expect(named.items.map(({ id }) => id)).toEqual([made.id]);
  await ok(promoCodes.deletePromoCode, { params, as: owner });
  expect((await refused(promoCodes.getPromoCode, { params, as: owner })).status).toBe(404);
});

test("a discount without what its type needs is refused, naming the field", async () => {
  const { id: storeId, owner } = await openStore();
  const body = { code: "X", discounts: [{ type: "ITEMS_FIXED", market_id: "eu" }] };
  const refusal = await refused(promoCodes.createPromoCode, {
    params: { storeId },
    as: owner,
    raw: JSON.stringify(body),
  });
  expect(refusal.body.validationErrors[0]).toMatchObject({
    field: "discounts[0].amount",
    error: "FIELD.REQUIRED_MISSING",
  });
});

test("markets are created, changed and deleted, and concurrent changes both apply", async () => {
  const { id: storeId, owner } = await openStore();
  const params = { storeId };
  const body = { key: "uk", currency: "gbp", tax_mode: "inclusive", tax_bps: 2000 };
  const [uk] = await Promise.all(
    ["uk", "jp", "ch"].map((key) => ok(markets.createMarket, { params, as: owner, body: { ...body, key } })),
  );
  expect(uk).toMatchObject({ key: "uk", currency: "GBP", tax_mode: "INCLUSIVE", tax_bps: 2000 });
  const keys = async () => (await ok(markets.listMarkets, { params })).items.map(({ key }) => key).sort();
  expect(await keys()).toEqual(["ch", "eu", "jp", "uk", "us"]);
  expect((await refused(markets.createMarket, { params, as: owner, body })).error).toBe("MARKET.KEY_TAKEN");
  const zones = [{ countries: ["gb"], shipping_methods: [{ id: "post", amount: 500, free_above: 5000 }] }];
  const marketId = uk?.id ?? "";
  await ok(markets.updateMarket, { params: { ...params, marketId }, as: owner, body: { zones } });
  expect((await ok(markets.getMarket, { params: { ...params, marketId } })).zones).toMatchObject([
    { countries: ["GB"] },
  ]);
  await ok(markets.deleteMarket, { params: { ...params, marketId }, as: owner });
  expect(await keys()).toEqual(["ch", "eu", "jp", "us"]);
});

test("conditions may come as bare values, and are kept whole", async () => {
  const { id: storeId, owner } = await openStore();
  const body = {
    code: "BARE",
    discounts: [],
    conditions: [
      { type: "MIN_ORDER_AMOUNT", value: 5000 },
      { type: "PRODUCTS", value: ["prod_1"] },
      { type: "DATE_RANGE", value: { start: 1 } },
    ],
  };
  const raw = JSON.stringify(body);
  const made = await ok(promoCodes.createPromoCode, { params: { storeId }, as: owner, raw });
  expect(made.conditions).toEqual([
    { type: "min_order_amount", value: { type: "amount", value: 5000 } },
    { type: "products", value: { type: "ids", value: ["prod_1"] } },
    { type: "date_range", value: { type: "date_range", value: { start: 1 } } },
  ]);
});

test("a discount in an unknown market is refused, naming the field", async () => {
  const { id: storeId, owner } = await openStore();
  const discounts = [{ type: "ITEMS_PERCENTAGE", market_id: "mars", bps: 100 }];
  const raw = JSON.stringify({ code: "MARS", discounts });
  const reply = await refused(promoCodes.createPromoCode, { params: { storeId }, as: owner, raw });
  expect(reply).toMatchObject({ status: 400, error: "GENERAL.VALIDATION_FAILED" });
  expect(reply.body.validationErrors[0]?.field).toBe("discounts[0].market_id");
});
