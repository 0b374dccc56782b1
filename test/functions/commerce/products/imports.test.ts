import { expect, test, vi } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { DAY } from "#core/seconds.ts";
import { readObject } from "#core/storage.ts";
import { products, productTransfers } from "#functions/commerce/products/routes.ts";
import { dueImports, processDueImport } from "#lib/commerce/products/import-due.ts";
import { imports } from "#lib/commerce/products/import-table.ts";
import { runImport } from "#lib/commerce/products/run-import.ts";
import { incomingKey } from "#lib/content/media/keys.ts";
import { ok, refused } from "#test/support/client.ts";
import { runDue } from "#test/support/due.ts";
import { TEST_PLANS } from "#test/support/plans.ts";
import { openImports } from "#test/support/shop.ts";
import { eventually, testContext } from "#test/support/world.ts";

async function isPosted(storeId: string, importId: string): Promise<boolean> {
  const file = await readObject(env("MEDIA_BUCKET"), incomingKey(storeId, importId), { first: 1 });
  if (!file || file === "unchanged") return false;
  file.discard();
  return true;
}

const CSV = `key,status,name,sku,weight,price:eu,price:us,stock:default
mug,active,Blue mug,MUG-S,300,1200,1400,5
mug,active,Blue mug,MUG-L,400,1500,,7
cup,active,Cup,CUP,,900,,
bad,active,Bad,BAD,,much,,
`;

test("a CSV file makes products with a variant a row, and reports faults by line", async () => {
  const { run, read } = await openImports();
  const done = await run("csv", CSV);
  expect(done).toMatchObject({ status: "completed", rows: 3, created: 2, updated: 0, failed: 1 });
  expect(done.faults).toEqual([
    {
      line: 5,
      lines: [5],
      count: 1,
      key: "bad",
      field: "price:eu",
      value: "much",
      error: "FIELD.TYPE_MISMATCH",
      message: "must be a whole number of the smallest unit, such as 1250 for 12.50",
    },
  ]);
  const mug = await read("mug");
  expect(mug.variants.map(({ sku, weight, available }) => [sku, weight, available])).toEqual([
    ["MUG-S", 300, 5],
    ["MUG-L", 400, 7],
  ]);
  expect((await read("cup")).variants[0]).toMatchObject({ counted: false });
});

test("a file that is imported again changes what is there, and stock that is counted stays", async () => {
  const { run, read } = await openImports();
  await run("csv", CSV);
  const before = await read("mug");
  const again = await run("csv", CSV.replace("1200", "1300").replace(",5\n", ",50\n"));
  expect(again).toMatchObject({ created: 0, updated: 2, failed: 1 });
  const after = await read("mug");
  expect(after.variants.map(({ id }) => id)).toEqual(before.variants.map(({ id }) => id));
  expect(after.variants[0]?.prices[0]?.amount).toBe(1300);
  expect(after.variants[0]?.available).toBe(5);
});

test("an export is a file that another store imports as it is", async () => {
  const one = await openImports();
  const other = await openImports();
  await one.run("csv", CSV);
  const { id: productId, variants } = await one.read("mug");
  const kept = { backorder: true, low_at: 3 };
  const body = { variant_id: variants[0]?.id ?? "", ...kept };
  await ok(products.changeInventory, { params: { ...one.params, productId }, as: one.owner, body });
  for (const format of ["jsonl", "csv"] as const) {
    const done = await other.run(format, await one.exported(format));
    expect(done).toMatchObject({ status: "completed", failed: 0, rows: 2, faults: [] });
  }
  const mug = await other.read("mug");
  expect(mug.variants.map(({ sku, available }) => [sku, available])).toEqual([
    ["MUG-S", 5],
    ["MUG-L", 7],
  ]);
  expect(mug.variants[0]?.inventory).toMatchObject([{ available: 5, ...kept }]);
});

test("an import that is interrupted and run twice makes each product once", async () => {
  const { storeId, params, owner, begin } = await openImports();
  const lines = Array.from({ length: 30 }, (_, index) =>
    JSON.stringify({ key: `p-${index}`, variants: [{ sku: `S-${index}`, inventory: [{ available: 2 }] }] }),
  );
  const named = await begin("jsonl", `${lines.join("\n")}\nno json\n`);
  await ok(productTransfers.startImport, { params: named, as: owner });
  const message = { store_id: storeId, import_id: named.importId };
  const ctx = testContext();
  await Promise.allSettled([
    runImport(ctx, message, 0),
    runImport(ctx, message, 30),
    runImport(ctx, message, 5000),
  ]);
  const done = await eventually(async () => {
    const now = await ok(productTransfers.getImport, { params: named, as: owner });
    return now.status === "completed" ? now : undefined;
  }, "the import");
  expect(done).toMatchObject({ rows: 31, failed: 1, faults: [{ line: 31, message: "is not JSON" }] });
  const { items } = await ok(products.listProducts, { params, as: owner, query: { limit: 100 } });
  expect(items.map(({ key }) => key).sort()).toEqual(lines.map((_, index) => `p-${index}`).sort());
  expect(items.every(({ variants }) => variants.length === 1 && variants[0]?.available === 2)).toBe(true);
});

test("an import is pending, runs, and fails with a reason if its file cannot be read", async () => {
  const { params, owner, begin } = await openImports();
  const named = await begin("csv", 'key,name\n"mug,Blue mug\n');
  expect(await ok(productTransfers.getImport, { params: named, as: owner })).toMatchObject({
    status: "pending",
  });
  expect(await ok(productTransfers.startImport, { params: named, as: owner })).toMatchObject({
    status: "running",
  });
  const failed = await eventually(async () => {
    const now = await ok(productTransfers.getImport, {
      params: { ...params, importId: named.importId },
      as: owner,
    });
    return now.status === "failed" && now;
  }, "an import that failed");
  expect(failed).toMatchObject({ rows: 0, created: 0, faults: [{ message: expect.any(String) }] });
});

test("an import whose message was lost continues after half an hour", async () => {
  const { storeId, begin, read, owner } = await openImports();
  const named = await begin("csv", CSV);
  const record = await imports.get({ store_id: storeId, id: named.importId }, GENERAL.NOT_FOUND());
  const now = record.updated_at;
  // The state after a start whose message was lost.
  await transact(testContext(), [imports.replace(record, { ...record, status: "running" })]);
  await processDueImport(testContext({ now: () => now + 29 * 60 }), storeId, record.id);
  expect(await ok(productTransfers.getImport, { params: named, as: owner })).toMatchObject({
    status: "running",
    updated_at: now,
  });
  await runDue(testContext({ now: () => now + 30 * 60 }), dueImports, storeId);
  const done = await eventually(async () => {
    const is = await ok(productTransfers.getImport, { params: named, as: owner });
    return is.status === "completed" ? is : undefined;
  }, "the import");
  expect(done).toMatchObject({ rows: 3, created: 2, failed: 1 });
  expect(await read("mug")).toMatchObject({ key: "mug" });
});

test("an import that no worker can finish fails with a reason and leaves no file", async () => {
  const { storeId, begin, owner } = await openImports();
  const named = await begin("csv", CSV);
  const record = await imports.get({ store_id: storeId, id: named.importId }, GENERAL.NOT_FOUND());
  const stuck = { ...record, looks: 5, rows: 1, status: "running" as const };
  await transact(testContext(), [imports.replace(record, stuck)]);
  await processDueImport(testContext({ now: () => record.updated_at + 30 * 60 }), storeId, record.id);
  expect(await ok(productTransfers.getImport, { params: named, as: owner })).toMatchObject({
    status: "failed",
    faults: [{ line: 2, message: "could not be worked through to its end: import it again" }],
  });
  expect(await isPosted(storeId, record.id)).toBe(false);
});

test("an import that nobody starts within a day fails, whether its file was posted or not", async () => {
  const { storeId, params, owner, begin } = await openImports();
  const body = { format: "csv" as const, size: 10 };
  const { id: other } = await ok(productTransfers.createImport, { params, as: owner, body });
  const { importId: posted } = await begin("csv", CSV);
  for (const importId of [other, posted]) {
    const { created_at: at } = await imports.get({ store_id: storeId, id: importId }, GENERAL.NOT_FOUND());
    const named = { params: { ...params, importId }, as: owner };
    await runDue(testContext({ now: () => at + DAY - 1 }), dueImports, storeId);
    expect(await ok(productTransfers.getImport, named)).toMatchObject({ status: "pending" });
    await processDueImport(testContext({ now: () => at + DAY }), storeId, importId);
    const message = "was not started within a day: begin another import";
    const ended = { status: "failed", rows: 0, faults: [{ message }] };
    expect(await ok(productTransfers.getImport, named)).toMatchObject(ended);
    expect(await ok(productTransfers.startImport, named)).toMatchObject(ended);
    expect(await isPosted(storeId, importId)).toBe(false);
  }
});

test("an unknown or repeated heading ends an import before its first row, with a suggestion", async () => {
  const { run } = await openImports();
  const done = await run("csv", "key,Nmae,sku,prise:eu,SKU,Price:us,sku,note,\nmug,Mug,M,900,1,1,S,,\n");
  expect(done).toMatchObject({ status: "failed", rows: 0, created: 0 });
  expect(done.faults.map(({ line, count, field, message }) => [line, count, field, message])).toEqual([
    [1, 1, "Nmae", "is no column of an import. Did you mean name?"],
    [1, 1, "prise:eu", "is no column of an import. Did you mean price:eu?"],
    [1, 1, "SKU", "is no column of an import. Did you mean sku?"],
    [1, 1, "Price:us", "is no column of an import. Did you mean price:us?"],
    [1, 1, "sku", "stands twice: name each column once"],
    [1, 1, "note", expect.stringContaining("is no column of an import")],
  ]);
  expect(await run("csv", "name,sku\nMug,M\n")).toMatchObject({
    status: "failed",
    faults: [{ line: 1, field: "key" }],
  });
});

test("unknown fields of JSON Lines are reported, and the rest is imported", async () => {
  const { run } = await openImports();
  const lines = ["a", "b"].map((key) => ({
    key,
    nam: "A",
    variants: [{ sku: key, prise: 1 }, { price: 1 }],
  }));
  const other = await run("jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(other).toMatchObject({ status: "completed", created: 2, failed: 0 });
  expect(other.faults.map(({ field, lines: at }) => [field, at])).toEqual([
    ["nam", [1, 2]],
    ["variants.prise", [1, 2]],
    ["variants.price", [1, 2]],
  ]);
});

test("an import without a posted file does not start", async () => {
  const { params, owner } = await openImports();
  const body = { format: "csv" as const, size: 10 };
  const { id: importId } = await ok(productTransfers.createImport, { params, as: owner, body });
  expect(
    await refused(productTransfers.startImport, { params: { ...params, importId }, as: owner }),
  ).toMatchObject({ status: 400 });
});

test("a line that cannot be stored is reported, and the next one is imported", async () => {
  const { run, read } = await openImports();
  const bad = [
    '{"key":"a","variants":[{"sku":"\\ud800"}]}',
    '{"key":"\\ud800"}',
    '{"key":"b","slug":{"en":"\\ud800"}}',
    `{"key":"c","blocks":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    `{"key":"d","media_urls":${JSON.stringify(Array.from({ length: 21 }, (_, n) => `https://example.com/${n}`))}}`,
    `{"key":"${"k".repeat(500_000)}"}`,
  ];
  const done = await run("jsonl", [...bad, '{"key":"good"}'].join("\n"));
  expect(done).toMatchObject({ status: "completed", created: 1, failed: bad.length });
  expect(done.faults.map(({ line }) => line)).toEqual(bad.map((_, index) => index + 1));
  expect(await read("good")).toMatchObject({ key: "good" });
});

test("no text of a CSV export is a formula, and an import restores it", async () => {
  const { run, read, exported } = await openImports();
  const names = ["=1+1", "+1", "-2+3", "@SUM(1)", "\uff1d1", "\uff0d1"];
  const lines = names.map((name, at) =>
    JSON.stringify({ key: `p${at}`, name, variants: [{ sku: `${name}-${at}` }] }),
  );
  await run("jsonl", lines.join("\n"));
  const text = await exported("csv");
  for (const name of names) expect(text).toContain(`,'${name},'${name}-`);
  expect(text).not.toMatch(/(^|,)[=+@\uff1d\uff0d-]/m);
  expect(await run("csv", text)).toMatchObject({ updated: names.length, failed: 0 });
  const [first, second] = [await read("p0"), await read("p2")];
  expect([first.variants[0]?.sku, second.variants[0]?.sku]).toEqual(["=1+1-0", "-2+3-2"]);
});

const FAULTY_CSV = `key,status,name,sku,weight,requires_shipping,tax_category_id,media_urls,price:eu,compare_at:eu,price:mars,stock:default,stock:moon
a,sold,A,A,,,,,1,,,1,
b,active,B,B,heavy,,,,1,cheap,,1,
c,active,C,C,,,,,1,,5,1,
d,active,D,D,,,,,1,,,few,
e,active,E,E1,,,,,1,,,1,
e,active,E,E2,1.5,,,,-1,,,1,
,active,F,F,,,,,1,,,1,
g,active,G,G,,,,,1,,,,4
h,active,H,A B,,,,https://127.0.0.1:1/x.png,1,,,,
`;

test("faults of a CSV file name its columns and the line of the variant", async () => {
  const { run } = await openImports();
  const { faults, failed, created } = await run("csv", FAULTY_CSV);
  expect([created, failed]).toEqual([0, 8]);
  const columns = FAULTY_CSV.split("\n")[0]?.split(",") ?? [];
  expect(faults.map(({ field, lines }) => [field, lines])).toEqual([
    ["status", [2]],
    ["compare_at:eu", [3]],
    ["weight", [3, 7]],
    ["price:mars", [4]],
    ["stock:default", [5]],
    ["price:eu", [7]],
    ["key", [8]],
    ["key", [8]],
    ["stock:moon", [9]],
    ["media_urls", [10]],
  ]);
  expect(faults.filter(({ field }) => !columns.includes(field))).toEqual([]);
  expect(
    faults.filter(({ message }) => /Invalid|[Ee]xpected|received|variants|prices|inventory/.test(message)),
  ).toEqual([]);
});

test("a fault of many lines is reported once, with their number and the first of them", async () => {
  const { run } = await openImports();
  const rows = Array.from({ length: 600 }, (_, at) => `p${at},P${at},much,5`);
  const done = await run("csv", `key,sku,price:eu,price:mars\n${rows.join("\n")}\n`);
  expect(done).toMatchObject({ status: "completed", rows: 600, failed: 600 });
  expect(done.faults).toMatchObject([{ line: 2, count: 600, field: "price:eu" }]);
  expect(done.faults[0]?.lines).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
});

test("reaching a limit of the plan ends the import and is reported once", async () => {
  const { storeId, params, owner, begin } = await openImports();
  const lines = Array.from({ length: 25 }, (_, at) => JSON.stringify({ key: `p-${at}` }));
  const { importId } = await begin("jsonl", lines.join("\n"));
  const ctx = testContext();
  const record = await imports.get({ store_id: storeId, id: importId }, GENERAL.NOT_FOUND());
  // Only in this process, whose plan has three products; the stack's plan has no limit.
  await transact(ctx, [imports.replace(record, { ...record, status: "running" })]);
  vi.stubEnv("PLANS", JSON.stringify(TEST_PLANS));
  await runImport(ctx, { store_id: storeId, import_id: importId });
  const done = await ok(productTransfers.getImport, { params: { ...params, importId }, as: owner });
  expect(done).toMatchObject({ status: "failed", rows: 4, created: 3, failed: 1 });
  expect(done.faults).toMatchObject([{ line: 4, key: "p-3", count: 1, error: "BUSINESS.PLAN_LIMIT" }]);
  const { items } = await ok(products.listProducts, { params, as: owner, query: { limit: 100 } });
  expect(items).toHaveLength(3);
});
