import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { memberships, tombstones } from "#lib/tenancy/access/records.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { bulkWrite, watchCalls } from "#test/support/table.ts";
import {
  member,
  openStore,
  type Somebody,
  somebody,
  type TestStore,
  testContext,
} from "#test/support/world.ts";

async function openLine(count: number): Promise<{ owner: Somebody; all: TestStore[] }> {
  const owner = await somebody();
  const all: TestStore[] = [];
  for (let each = 0; each < count; each++) all.push(await openStore(owner));
  return { owner, all };
}

const setParent = (child: TestStore, networkKey: string | null, as: Somebody) =>
  call(businesses.updateBusiness, { params: { businessId: child.id }, as, body: { networkKey } });
const parents = (child: TestStore, as: Somebody) =>
  ok(businesses.listParents, { params: { businessId: child.id }, as });

test("parents are listed from the direct one to the root, also after their keys change", async () => {
  const { owner, all } = await openLine(3);
  const [leaf, middle, root] = all as [TestStore, TestStore, TestStore];
  expect(await parents(leaf, owner)).toEqual([]);
  await setParent(leaf, middle.key, owner);
  await setParent(middle, root.key, owner);
  const key = `${root.key}-x`;
  await ok(businesses.updateBusiness, {
    params: { businessId: root.id },
    as: owner,
    body: { key, name: "Root" },
  });
  expect(await parents(leaf, owner)).toEqual([
    { id: middle.id, key: middle.key, name: middle.key, status: "ACTIVE" },
    { id: root.id, key, name: "Root", status: "ACTIVE" },
  ]);
  for (const [status, ...others] of [
    ["DRAFT", "DRAFT", "draft"],
    ["ARCHIVED", "ARCHIVED", "archived"],
    ["ACTIVE", "ACTIVE", "active"],
  ] as const) {
    const params = { businessId: root.id };
    const changed = await ok(businesses.updateBusiness, { params, as: owner, body: { status } });
    const asStore = await ok(stores.getStore, { params: { storeId: root.id }, as: owner });
    expect([changed.status, asStore.status]).toEqual(others);
    expect((await parents(leaf, owner)).at(-1)?.status).toBe(status);
  }
  const shown = await ok(businesses.getBusiness, { params: { businessId: middle.id }, as: owner });
  expect(shown.networkKey).toBe(key);
  const store = await ok(stores.getStore, { params: { storeId: middle.id }, as: owner });
  expect(store.network_key).toBe(key);
  const { items } = await ok(businesses.listBusinesses, { as: owner, query: { isNetwork: true } });
  expect(items.map(({ id, networkKey }) => [id, networkKey]).toSorted()).toEqual(
    [
      [leaf.id, middle.key],
      [middle.id, key],
    ].toSorted(),
  );
  expect((await setParent(leaf, null, owner)).body).toMatchObject({ networkKey: null });
  expect(await parents(leaf, owner)).toEqual([]);
});

test("a parent that the caller does not administer is as unknown as a missing one", async () => {
  const { owner, all } = await openLine(1);
  const child = all[0] as TestStore;
  const foreign = await openStore();
  const answers = [
    await setParent(child, foreign.key, owner),
    await setParent(child, "no-such-key-here", owner),
  ];
  const known = await openStore();
  const place = { tenant_id: known.id, person_id: owner.id, email: owner.email, created_at: 1 };
  await transact(testContext(), [memberships.create({ ...place, role: "member" })]);
  answers.push(await setParent(child, known.key, owner));
  for (const { status, body } of answers) {
    expect({ status, ...body }).toMatchObject({
      status: 400,
      error: "GENERAL.VALIDATION_FAILED",
      validationErrors: [{ field: "networkKey" }],
    });
  }
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const body = { key: `${child.key}-2`, networkKey: foreign.key };
  expect(await refused(businesses.createBusiness, { as: owner, body })).toMatchObject({ status: 400 });
});

test("changing another field keeps the parent, even for a caller who is not its member", async () => {
  const { owner, all } = await openLine(2);
  const [child, parent] = all as [TestStore, TestStore];
  await setParent(child, parent.key, owner);
  const admin = await member(child.id, "admin");
  const { status, body } = await setParent(child, parent.key, admin);
  expect({ status, body }).toMatchObject({ status: 200, body: { networkKey: parent.key } });
});

test("a cycle is refused, of any length", async () => {
  const { owner, all } = await openLine(3);
  const [a, b, c] = all as [TestStore, TestStore, TestStore];
  const cycle = { status: 409, body: { error: "BUSINESS.NETWORK_CYCLE" } };
  expect(await setParent(a, a.key, owner)).toMatchObject(cycle);
  await setParent(a, b.key, owner);
  await setParent(b, c.key, owner);
  expect(await setParent(c, a.key, owner)).toMatchObject(cycle);
  expect(await setParent(b, a.key, owner)).toMatchObject(cycle);
});

test("at least one of concurrent changes that would make a cycle is refused", async () => {
  for (let round = 0; round < 6; round++) {
    const { owner, all } = await openLine(3);
    const next = (index: number) => all[(index + 1) % all.length] as TestStore;
    const answers = await Promise.all(all.map((each, index) => setParent(each, next(index).key, owner)));
    expect(answers.map(({ status }) => status).filter((status) => status === 409).length).toBeGreaterThan(0);
    for (const each of all) {
      const above = await parents(each, owner);
      expect(above.map(({ id }) => id)).not.toContain(each.id);
    }
  }
  // Each of two lines gets the other as its parent. Neither change writes the business that the other names.
  for (let round = 0; round < 3; round++) {
    const { owner, all } = await openLine(4);
    const [a, b, c, d] = all as [TestStore, TestStore, TestStore, TestStore];
    await setParent(a, b.key, owner);
    await setParent(c, d.key, owner);
    const answers = await Promise.all([setParent(b, c.key, owner), setParent(d, a.key, owner)]);
    expect(answers.map(({ status }) => status)).toContain(409);
    for (const each of all) expect((await parents(each, owner)).map(({ id }) => id)).not.toContain(each.id);
  }
});

test("a deleted parent is listed no more at once, and its children have no parent", async () => {
  const { owner, all } = await openLine(3);
  const [leaf, middle, root] = all as [TestStore, TestStore, TestStore];
  await setParent(leaf, middle.key, owner);
  await setParent(middle, root.key, owner);
  await ok(businesses.deleteBusiness, { params: { businessId: middle.id }, as: owner });
  expect(await parents(leaf, owner)).toEqual([]);
  const shown = await ok(businesses.getBusiness, { params: { businessId: leaf.id }, as: owner });
  expect(shown.networkKey).toBe(null);
});

test("at most fifty parents of a business are read and shown, however long the line is", async () => {
  const { owner, all } = await openLine(1);
  const [leaf] = all as [TestStore];
  const stored = await tenants.get({ id: leaf.id }, GENERAL.NOT_FOUND());
  const ids = Array.from({ length: 80 }, () => newId("store"));
  const above = ids.map((id, index) => ({ ...stored, id, key: id, networkId: ids[index + 1] ?? null }));
  await bulkWrite(above.map((tenant) => tenants.create(tenant)));
  await transact(testContext(), [tenants.replace(stored, { ...stored, networkId: ids[0] ?? null })]);
  const { result, calls } = await watchCalls(() =>
    invokeDirect(businesses.listParents, { params: { businessId: leaf.id }, token: owner.token }),
  );
  const told: { id: string }[] = JSON.parse(result.body);
  expect(told.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  expect(calls.length).toBeLessThan(110);
});

test("a business under deletion is in no list, though its records still exist", async () => {
  const { owner, all } = await openLine(2);
  const [gone, stays] = all as [TestStore, TestStore];
  await transact(testContext(), [tombstones.put({ tenant_id: gone.id, deleted_at: 1 })]);
  for (const sortField of ["createdAt", "key"] as const) {
    const { items } = await ok(businesses.listBusinesses, { as: owner, query: { sortField } });
    expect(items.map(({ id }) => id)).toEqual([stays.id]);
  }
});

test("only an owner deletes a business, and it is gone from the answer on", async () => {
  const { id: businessId, owner } = await openStore();
  const admin = await member(businessId, "admin");
  const params = { businessId };
  expect(await refused(businesses.deleteBusiness, { params, as: admin })).toMatchObject({ status: 403 });
  expect(await ok(businesses.deleteBusiness, { params, as: owner })).toMatchObject({ deleted: true });
  const later = Math.floor(Date.now() / 1000) + 60;
  expect(await refused(businesses.getBusiness, { params, as: owner, at: later })).toMatchObject({
    status: 400,
    error: "BUSINESS.NOT_FOUND",
  });
});
