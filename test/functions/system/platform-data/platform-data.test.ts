import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { platformData } from "#functions/system/platform-data/routes.ts";
import { expiredData } from "#lib/system/platform-data/expired.ts";
import { dataCounts, platformData as table } from "#lib/system/platform-data/table.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { proveDataMoves } from "#test/proofs/data-moves.ts";
import { type As, ok, refused } from "#test/support/client.ts";
import { drainDue } from "#test/support/due.ts";
import { seeded } from "#test/support/random.ts";
import { guest, openStore, somebody, testContext, visitorOf } from "#test/support/world.ts";

const put = (as: As, key: string, value: unknown, more: Record<string, unknown> = {}, at?: number) =>
  ok(platformData.putData, { as, body: { key, value: value as never, ...more }, at });
const list = (as: As, key: string, query: Record<string, string | number> = {}, at?: number) =>
  ok(platformData.listData, { as, query: { key, ...query }, at });

test("a value of any JSON comes back as it was sent, null too", async () => {
  const as = await somebody();
  for (const value of [null, 0, "", [], { "a.b": [1, { c: null }] }, "日本"]) {
    expect(await put(as, "k", value)).toEqual({ ok: true });
    expect(await list(as, "k")).toEqual({
      value: [{ key: "k", value }],
      items: [{ key: "k", value }],
      cursor: null,
    });
  }
});

test("a prefix is compared by bytes: case and Unicode form matter", async () => {
  const as = await somebody();
  const keys = [
    "Über",
    "über",
    "u\u0308ber",
    "UBER",
    "uber",
    "Straße",
    "STRASSE",
    "strasse",
    "İ",
    "i",
    "ı",
    "日本",
    "日木",
    "50%",
    "50_",
  ];
  for (const key of keys) await put(as, key, key);
  for (const prefix of [
    "Ü",
    "ü",
    "u",
    "U",
    "ub",
    "UB",
    "Stra",
    "stra",
    "STRA",
    "Straß",
    "İ",
    "i",
    "ı",
    "日",
    "日本",
    "50%",
    "50_",
    "50",
    "ÜB",
  ]) {
    const found = (await list(as, prefix)).items.map(({ key }) => key);
    expect(found.sort(), prefix).toEqual(keys.filter((key) => key.startsWith(prefix)).sort());
  }
});

test("a prefix gives an exact key first, then the rest in binary order of UTF-8, page by page", async () => {
  const as = await somebody();
  const keys = ["p", "p\u{1F600}", "p\uFFFD", "pA", "pa", "pé", "p0", "q"];
  for (const key of keys) await put(as, key, key);
  const ordered = keys
    .filter((key) => key.startsWith("p"))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect((await list(as, "p")).items.map(({ key }) => key)).toEqual(ordered);
  expect((await list(as, "p", { exact: "true" })).items.map(({ key }) => key)).toEqual(["p"]);
  expect((await list(as, "")).items).toHaveLength(keys.length);
  const paged: string[] = [];
  let cursor: string | null = "";
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(as, "p", {
      limit: 3,
      ...(cursor ? { cursor } : {}),
    });
    paged.push(...page.items.map(({ key }) => key));
    cursor = page.cursor;
  } while (cursor);
  expect(paged).toEqual(ordered);
});

test("a value expires to the second by the reader's clock, and a write without ttl never does", async () => {
  const as = await somebody();
  const now = Math.floor(Date.now() / 1000);
  await put(as, "k", 1, { ttl: 60 }, now);
  expect((await list(as, "k", {}, now + 59)).items).toHaveLength(1);
  expect((await list(as, "k", {}, now + 60)).items).toHaveLength(0);
  await put(as, "k", 2, {}, now);
  expect((await list(as, "k", {}, now + 60)).items).toHaveLength(1);
});

test("expired values are swept and not counted; one that was written again stays", async () => {
  const as = await somebody();
  await put(as, "gone", 1, { ttl: 10 }, 1000);
  await put(as, "again", 1, { ttl: 10 }, 1000);
  await put(as, "again", 2);
  const gone = { person_id: as.id, space: "account", key: "gone" } as const;
  await drainDue(testContext(), expiredData, table.key(gone).pk);
  expect(await table.find(gone)).toBeUndefined();
  expect((await list(as, "")).items).toEqual([{ key: "again", value: 2 }]);
  expect((await dataCounts.find({ person_id: as.id }))?.items).toBe(1);
});

test("previous_key is deleted with the write; equal to the key it is a plain write", async () => {
  const as = await somebody();
  await put(as, "a", 1);
  await put(as, "b", 2, { previous_key: "a" });
  await put(as, "b", 3, { previous_key: "b" });
  expect((await list(as, "")).items).toEqual([{ key: "b", value: 3 }]);
  expect((await dataCounts.find({ person_id: as.id }))?.items).toBe(1);
});

test("a move leaves exactly one of its two keys, whatever fails", () =>
  seeded(async (random) => {
    const { struck } = await proveDataMoves(random, 20);
    expect(struck).toBeGreaterThanOrEqual(20);
  }));

test("deleting answers the same whether or not the key is there, from query or body", async () => {
  const as = await somebody();
  await put(as, "k", 1);
  const said = { ok: true, deleted: true, success: true, message: "The value was deleted." };
  expect(await ok(platformData.deleteData, { as, query: { key: "k" } })).toEqual(said);
  expect(await ok(platformData.deleteData, { as, raw: JSON.stringify({ key: "k" }) })).toEqual(said);
  expect((await list(as, "k")).items).toEqual([]);
});

test("another account's keys never show, and a store-scoped session has its own data", async () => {
  const [one, other] = [await somebody(), await somebody()];
  await put(one, "k", "one");
  await put(other, "k2", "other");
  expect((await list(one, "")).items).toEqual([{ key: "k", value: "one" }]);
  const store = await openStore(one);
  const session = await startSession(testContext(), {
    person: { id: one.id, session_epoch: 0 },
    provider: "CODE",
    verified: true,
    refreshLifetime: 3600,
    storeId: store.id,
  });
  await transact(testContext(), [session.write]);
  const inStore = { token: session.answer.access_token };
  expect((await list(inStore, "")).items).toEqual([]);
  await put(inStore, "k", "store");
  expect((await list(one, "")).items).toEqual([{ key: "k", value: "one" }]);
});

test("values of 350 KB come page by page, and each page fits an answer", async () => {
  const as = await somebody();
  const value = "x".repeat(350 * 1024 - 2);
  const count = 14;
  for (let index = 0; index < count; index++) await put(as, `big-${String(index).padStart(2, "0")}`, value);
  const keys: string[] = [];
  let pages = 0;
  let cursor: string | null = "";
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(as, "big-", cursor ? { cursor } : {});
    keys.push(...page.items.map(({ key }) => key));
    cursor = page.cursor;
    pages++;
  } while (cursor);
  expect(keys).toEqual(Array.from({ length: count }, (_, index) => `big-${String(index).padStart(2, "0")}`));
  expect(pages).toBeGreaterThan(1);
});

test("sizes beyond their limit are refused, naming the limit", async () => {
  const as = await somebody();
  const large = await refused(platformData.putData, {
    as,
    body: { key: "k", value: "x".repeat(350 * 1024 - 1) },
  });
  expect(large).toMatchObject({ status: 400, error: "PLATFORM_DATA.VALUE_TOO_LARGE" });
  await put(as, "é".repeat(256), 1);
  const long = await refused(platformData.putData, { as, body: { key: "é".repeat(257), value: 1 } });
  expect(long.body.validationErrors.map(({ field }) => field)).toEqual(["key"]);
  for (const body of [
    { value: 1 },
    { key: "", value: 1 },
    { key: "k" },
    { key: "k", value: 1, ttl: 0 },
    { key: "k", value: 1, ttl: 1.5 },
  ])
    expect((await refused(platformData.putData, { as, raw: JSON.stringify(body) })).status).toBe(400);
  for (const limit of [0, 201])
    expect((await refused(platformData.listData, { as, query: { key: "", limit } })).status).toBe(400);
  expect((await refused(platformData.listData, { as })).status).toBe(400);
});

test("an account keeps at most 100,000 items; an old key can still be written", async () => {
  const as = await somebody();
  await put(as, "old", 1);
  await transact(testContext(), [dataCounts.update({ person_id: as.id }, { set: { items: 100_000 } })]);
  expect(await refused(platformData.putData, { as, body: { key: "new", value: 1 } })).toMatchObject({
    status: 400,
    error: "PLATFORM_DATA.TOO_MANY_ITEMS",
  });
  await put(as, "old", 2);
  await put(as, "moved", 2, { previous_key: "old" });
});

test("guests get 403, visitors and nobody 401", async () => {
  const { id } = await openStore();
  const query = { key: randomUUID() };
  expect((await refused(platformData.listData, { as: await guest(), query })).status).toBe(403);
  expect((await refused(platformData.listData, { query })).status).toBe(401);
  expect((await refused(platformData.listData, { as: await visitorOf(id), query })).status).toBe(403);
});
