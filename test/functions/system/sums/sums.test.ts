import { expect, test } from "vitest";
import { SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { getItem, readTogether } from "#core/dynamo/read.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { countRecords } from "#core/sums/count.ts";
import { aggregate, sumSource } from "#core/sums/declaration.ts";
import { foldRows } from "#core/sums/fold.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { addLanes, laneKey, rowReads, sumsReading } from "#core/sums/read.ts";
import { heads, marks } from "#core/sums/table.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { storeEvents } from "#functions/delivery/activity/routes.ts";
import { sumWorkers } from "#functions/system/sums/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { readLevels } from "#lib/commerce/inventory/plan.ts";
import { levels } from "#lib/commerce/inventory/table.ts";
import { readLocations } from "#lib/commerce/locations/location-book.ts";
import { orders as orderTable } from "#lib/commerce/orders/table.ts";
import { products as productTable } from "#lib/commerce/products/table.ts";
import { customerTotals } from "#lib/engagement/customers/service.ts";
import { SUM_DEFINITIONS } from "#lib/system/sums/definitions.ts";
import { AGGREGATES, dueSums, recountSums } from "#lib/system/sums/service.ts";
import { totalsIn } from "#lib/tenancy/visitors/totals.ts";
import { totalsRow } from "#lib/tenancy/visitors/totals-definition.ts";
import { ok } from "#test/support/client.ts";
import { completeSums } from "#test/support/complete-sums.ts";
import { runDue } from "#test/support/due.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { purgeStore } from "#test/support/purge-store.ts";
import { warmRoundTrips } from "#test/support/round-trips.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { watchCalls } from "#test/support/table.ts";
import { itemsOf } from "#test/support/tenant-items.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { openStore, testContext, workerContext } from "#test/support/world.ts";

const DAY = 86_400;

async function newShop() {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const make = (key: string, available: number[]) =>
    ok(products.createProduct, {
      params,
      as,
      body: {
        key,
        status: "active",
        variants: available.map((each) => ({ inventory: [{ available: each }] })),
      },
    });
  const stock = (productId: string, variant_id: string, delta: number) =>
    ok(products.changeInventory, { params: { storeId, productId }, as, body: { variant_id, delta } });
  const listed = async (by?: { token: string }) => {
    const { items } = await ok(products.listProducts, { params, as: by });
    return Object.fromEntries(
      items.map(({ key, variants }) => [key, variants.map((each) => each.available)]),
    );
  };
  const tend = (seconds: number) => completeSums(storeId, "stock", seconds);
  const head = () => heads.find({ store_id: storeId, tally: "stock" });
  return { storeId, as, params, make, stock, listed, tend, head };
}

test("a list reads a visitor's stock from the product's item, without reading levels", async () => {
  const { storeId, as, make, stock, listed } = await newShop();
  const kettle = await make("kettle", [5, 0, 7, 2]);
  await make("pot", [3]);
  await waitForWorkers(storeId);
  expect(await listed()).toEqual({ kettle: [5, 0, 7, 2], pot: [3] });
  const ask = () => ({ params: { storeId } });
  const { rounds, reply } = await warmRoundTrips(products.listProducts, ask);
  expect(rounds).toEqual(["Query", "BatchGet"]);
  const { calls } = await watchCalls(() => warmRoundTrips(products.listProducts, ask));
  expect(JSON.stringify(calls)).not.toContain("#STOCK#");
  expect(JSON.parse(reply.body).items).toHaveLength(2);

  const [first] = kettle.variants;
  await stock(kettle.id, first?.id ?? "", -4);
  await waitForWorkers(storeId);
  expect(await listed()).toEqual({ kettle: [1, 0, 7, 2], pot: [3] });
  expect(await listed(as)).toEqual({ kettle: [1, 0, 7, 2], pot: [3] });
});

test("a sum changes neither the product nor its events, and changing the product keeps the sum", async () => {
  const { storeId, as, params, make, stock, listed } = await newShop();
  const { id, variants } = await make("kettle", [5]);
  await waitForWorkers(storeId);
  const read = () => getItem(productTable.key({ store_id: storeId, id }));
  const before = await read();
  await stock(id, variants[0]?.id ?? "", 3);
  await waitForWorkers(storeId);
  const after = await read();
  expect(after).toEqual({ ...before, [SUMS_ATTRIBUTE]: expect.anything() });
  expect(Object.values(Object(after?.[SUMS_ATTRIBUTE]))).toEqual([8]);
  const told = await ok(storeEvents.listStoreEvents, { params, as, query: { record: `product:${id}` } });
  expect(told.items.map(({ type }) => type)).toEqual(["product.created"]);

  const change = { params: { storeId, productId: id }, as, body: { status: "draft" as const, key: "pot" } };
  await ok(products.updateProduct, change);
  await ok(products.updateProduct, { ...change, body: { status: "active" as const } });
  expect(await listed()).toEqual({ pot: [8] });
  expect(await read()).toMatchObject({ _v: 3, [SUMS_ATTRIBUTE]: after?.[SUMS_ATTRIBUTE] });
});

test("a store older than sums shows its levels, and its first change counts all of them", async () => {
  const { storeId, make, listed, tend, head } = await newShop();
  await deleteSums(storeId, /^sum/);
  await make("kettle", [5, 6]);
  await make("pot", [3]);
  await waitForWorkers(storeId);
  expect(await head()).toMatchObject({ read: null, phase: "waiting" });
  expect(await listed()).toEqual({ kettle: [5, 6], pot: [3] });
  await deleteSums(storeId, /^(sum_mark|product)$/);
  expect(await marksOf(storeId)).toBe(0);
  await tend(30);
  expect(await head()).toMatchObject({ read: null, phase: "waiting" });
  await tend(61);
  expect(await head()).toMatchObject({ phase: "ready", built: null, read: { definition: 1 } });
  expect(await marksOf(storeId)).toBe(3);
  expect(await listed()).toEqual({ kettle: [5, 6], pot: [3] });
  const { rounds } = await warmRoundTrips(products.listProducts, () => ({ params: { storeId } }));
  expect(rounds).toEqual(["Query", "BatchGet"]);
});

test("a recount finds and repairs a sum that was changed by hand, and cleans up", async () => {
  const { storeId, make, listed, tend, head } = await newShop();
  const { id, variants } = await make("kettle", [5]);
  await waitForWorkers(storeId);
  const recount = async (purpose: "compare" | "repair") => {
    expect(await recountSums(workerContext(sumWorkers.tendSums), storeId, "stock", purpose)).toBeDefined();
    expect(await recountSums(workerContext(sumWorkers.tendSums), storeId, "stock", purpose)).toBeUndefined();
    // Past the wait before a build, past the switch to the new sums, and past a day.
    for (const seconds of [61, 130, 1100, DAY + 2000, DAY + 4000]) await tend(seconds);
    const { recount: found, phase, read, old } = (await head()) ?? {};
    expect({ phase, old }).toEqual({ phase: "ready", old: null });
    return { status: found?.status, differences: found?.differences, read: read?.name };
  };
  const first = await recount("compare");
  expect(first).toMatchObject({ status: "equal", differences: [], read: "stock-0" });
  const update = {
    key: productTable.key({ store_id: storeId, id }),
    within: { name: SUMS_ATTRIBUTE, add: { [`stock-0/${variants[0]?.id}`]: 4 } },
  };
  await transact(workerContext(sumWorkers.tendSums), [{ entity: "product", update }]);
  expect(await listed()).toEqual({ kettle: [9] });
  const drift = { row: id, measure: variants[0]?.id, counted: 9, recomputed: 5 };
  expect(await recount("compare")).toMatchObject({
    status: "different",
    differences: [drift],
    read: "stock-0",
  });
  const mended = await recount("repair");
  expect(mended).toMatchObject({ status: "repaired", differences: [drift] });
  expect(mended.read).not.toBe("stock-0");
  const item = await getItem(productTable.key({ store_id: storeId, id }));
  expect(item?.[SUMS_ATTRIBUTE]).toEqual({ [`${mended.read}/${variants[0]?.id}`]: 5 });
  expect(await marksOf(storeId)).toBe(1);
});

test("a new store has all current sums, by their current definitions", () => {
  expect(SUM_DEFINITIONS).toEqual(
    AGGREGATES.map(({ name, definition, checkedEvery, finalAt, zoned, alarm }) => {
      return { name, definition, checkedEvery, finalAt, zoned, alarm };
    }),
  );
});

test("totals of customers are recounted each month, and one that was changed by hand is repaired", async () => {
  const shop = await openShop();
  const { order_id } = await checkout(shop.id, await visitorWithCart(shop, [shop.mug]), BY_CASH);
  await ok(orders.updateOrder, {
    params: { storeId: shop.id, orderId: order_id },
    as: shop.owner,
    body: { paid: true },
  });
  await waitForWorkers(shop.id);
  const { customer_id } = (await orderTable.find({ store_id: shop.id, id: order_id })) ?? {};
  const totals = async () => {
    const reading = await sumsReading(shop.id, customerTotals, 0, rememberedHeads());
    const lanes = reading ? await readTogether(rowReads(reading, totalsRow(customer_id ?? ""))) : [];
    return { generation: reading?.generation, ...totalsIn(addLanes(lanes)) };
  };
  const right = await totals();
  expect(right).toMatchObject({ generation: "customers-0", orders: 1, spent: { EUR: 1200 }, refunded: {} });
  const place = { tenantId: shop.id, tally: customerTotals, generation: "customers-0" };
  const key = laneKey(place, 0, totalsRow(customer_id ?? ""));
  await transact(workerContext(sumWorkers.tendSums), [
    { entity: "sum", update: { key, add: { orders: 4 } } },
  ]);
  expect(await totals()).toMatchObject({ orders: 5 });
  const tend = (seconds: number) => completeSums(shop.id, "customers", seconds);
  await tend(29 * DAY);
  expect(await totals()).toMatchObject({ orders: 5 });
  for (const seconds of [0, 61, 130, 1100, DAY + 2000, DAY + 4000]) await tend(31 * DAY + seconds);
  const { generation, ...mended } = await totals();
  const { generation: _, ...as } = right;
  expect(mended).toEqual(as);
  expect(generation).not.toBe("customers-0");
  const head = await heads.find({ store_id: shop.id, tally: "customers" });
  expect(head).toMatchObject({
    phase: "ready",
    recount: { status: "repaired", differences: [{ measure: "orders", counted: 5, recomputed: 1 }] },
  });
  expect(head?.due_at).toBeGreaterThan(Date.now() / 1000 + 60 * DAY);
});

test("work that is due and stuck is continued", async () => {
  const { storeId, make, head } = await newShop();
  await make("kettle", [5]);
  await waitForWorkers(storeId);
  const before = await head();
  if (!before) throw new Error("There is no head.");
  const stuck = {
    ...before,
    phase: "dropping" as const,
    due_at: 1,
    since: 1,
    old: { name: "stock-x", definition: 1, zone: "" },
  };
  await transact(workerContext(sumWorkers.wakeSums), [heads.replace(before, stuck)]);
  await runDue(workerContext(sumWorkers.wakeSums), dueSums, before.store_id);
  await waitForWorkers(storeId);
  expect(await head()).toMatchObject({ phase: "ready", old: null, due_at: null });
  expect(storeId).toBe(before.store_id);
});

test("a removed level removes its stock, and one with the same key is counted again", async () => {
  const { storeId, make, stock, listed } = await newShop();
  const { id, variants } = await make("kettle", [5]);
  await waitForWorkers(storeId);
  const variant_id = variants[0]?.id ?? "";
  const partition = levels.partition({ store_id: storeId, variant_id });
  const { records } = await levels.query(partition, { consistent: true });
  const [level] = records;
  if (!level) throw new Error("There is no level.");
  await transact(workerContext(sumWorkers.countSums), [levels.removeKey(level)]);
  await waitForWorkers(storeId);
  expect(await listed()).toEqual({ kettle: [0] });
  await stock(id, variant_id, 2);
  await waitForWorkers(storeId);
  expect(await listed()).toEqual({ kettle: [2] });
});

test("a variant that may be oversold is in stock, and an uncounted one has no number", async () => {
  const { params, as, make, stock, listed } = await newShop();
  const { id, variants } = await make("kettle", [0, 4]);
  const [first, second] = variants.map((variant) => variant.id);
  const change = (body: object) =>
    ok(products.changeInventory, {
      params: { ...params, productId: id },
      as,
      body: { variant_id: first ?? "", ...body },
    });
  await stock(id, second ?? "", -4);
  await waitForWorkers(params.storeId);
  const inStock = async (in_stock: boolean) =>
    (await ok(products.listProducts, { params, query: { in_stock } })).items.map(({ key }) => key);
  expect([await inStock(true), await inStock(false)]).toEqual([[], ["kettle"]]);
  await change({ backorder: true });
  await change({ delta: -3 });
  await waitForWorkers(params.storeId);
  expect([await inStock(true), await inStock(false)]).toEqual([["kettle"], []]);
  expect(await listed()).toEqual({ kettle: [0, 0] });
  await change({ counted: false });
  await waitForWorkers(params.storeId);
  expect(await listed()).toEqual({ kettle: [null, 0] });
});

test("a deleted variant's part of a sum is removed", async () => {
  const { storeId, as, make } = await newShop();
  const { id, variants } = await make("kettle", [5, 6]);
  await waitForWorkers(storeId);
  const body = { variants: [{ id: variants[0]?.id, delete: true }] };
  await ok(products.updateProduct, { params: { storeId, productId: id }, as, body });
  await waitForWorkers(storeId);
  const item = await getItem(productTable.key({ store_id: storeId, id }));
  expect(item?.[SUMS_ATTRIBUTE]).toEqual({ [`stock-0/${variants[1]?.id}`]: 6 });
});

test("a deleted store's sums are removed", async () => {
  const { storeId, as, make } = await newShop();
  await make("kettle", [5]);
  await waitForWorkers(storeId);
  await ok(stores.deleteStore, { params: { storeId }, as });
  await purgeStore(storeId);
  expect(await itemsOf(storeId, (kind) => kind.startsWith("sum"))).toEqual([]);
});

/** Deletes a store's sums and the copies in its products, as if they had never existed. */
async function deleteSums(storeId: string, kinds: RegExp): Promise<void> {
  const ctx = workerContext(sumWorkers.tendSums);
  for (const item of await itemsOf(storeId, (kind) => kinds.test(kind))) {
    const key = { pk: String(item.pk), sk: String(item.sk) };
    const kind = String(item._t);
    const change = kind === "product" ? { update: { key, remove: [SUMS_ATTRIBUTE] } } : { remove: key };
    await transact(ctx, [{ entity: kind, ...change }]);
  }
}

async function marksOf(storeId: string): Promise<number> {
  const counts = marks.partitions({ store_id: storeId }).map(async (partition) => {
    const { records } = await marks.query(partition, { consistent: true });
    return records.filter(({ generation }) => generation.startsWith("stock-")).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test("records that add more measures than one expression holds are counted in several steps", async () => {
  const { storeId, make } = await newShop();
  const { id } = await make(
    "kettle",
    Array.from({ length: 40 }, () => 1),
  );
  const product = await productTable.get({ store_id: storeId, id }, GENERAL.NOT_FOUND());
  const variants = product.variants.map((variant) => variant.id);
  const found = await readLevels(storeId, variants, await readLocations(storeId));
  const row = "2026-11-26";
  const measured = (level: { variant_id: string }) =>
    Array.from({ length: 12 }, (_, hour) => [`h${hour}_${variants.indexOf(level.variant_id)}`, 1]);
  const hours = sumSource(levels, {
    deleted: "kept",
    contributions: (level) => ({ [row]: Object.fromEntries(measured(level)) }),
  });
  const counting = {
    tenantId: storeId,
    tally: aggregate({ name: "hours", definition: 1, sources: [hours] }),
    generations: ["hours-0"],
    lanes: 1,
  };
  const names = found.map((level) => recordName(storeId, levels.keyOf(level)));
  expect(names).toHaveLength(40);
  await countRecords(testContext(), counting, hours, names);
  // What another lane stores in three updates. These are merged when the day is over.
  const place = { tenantId: storeId, generation: "hours-0", lanes: 2 };
  for (const part of [0, 1, 2]) {
    const add = Object.fromEntries(Array.from({ length: 160 }, (_, at) => [`x${part}_${at}`, 1]));
    const update = { key: laneKey(place, 1, row), add, initially: { _t: "sum_row" } };
    await transact(testContext(), [{ entity: "sum_row", update }]);
  }
  expect(await foldRows(testContext(), { ...place, isFinal: () => true })).toBe(1);
  expect(await getItem(laneKey(place, 1, row))).toBeUndefined();
  const reads = rowReads({ ...counting, generation: "hours-0", zone: "" }, row);
  const sums = addLanes(await readTogether(reads));
  expect(Object.keys(sums)).toHaveLength(960);
  expect(new Set(Object.values(sums))).toEqual(new Set([1]));
});
