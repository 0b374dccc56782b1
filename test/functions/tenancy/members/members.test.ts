import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { members } from "#functions/tenancy/members/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { makeSuper } from "#lib/tenancy/people/make-super.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { member, openStore, somebody, testContext } from "#test/support/world.ts";

const denied = { status: 403, error: "USER.UNAUTHORIZED" };
const now = () => Math.floor(Date.now() / 1000);

test("members are listed by email address, page by page, by word and by role", async () => {
  const { id: storeId, owner } = await openStore();
  const [one, two, three] = [
    await member(storeId, "admin"),
    await member(storeId, "viewer"),
    await member(storeId, "viewer"),
  ];
  const params = { storeId };
  const emails: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 3, ...(cursor ? { cursor } : {}) };
    const page: { items: { email: string }[]; cursor: string | null } = await ok(members.listMembers, {
      params,
      as: owner,
      query,
    });
    expect(page.items.length).toBeLessThanOrEqual(3);
    emails.push(...page.items.map(({ email }) => email));
    cursor = page.cursor;
  } while (cursor);
  expect(emails).toEqual([owner, one, two, three].map(({ email }) => email).toSorted());

  const first = one.email.split("-")[0] ?? "";
  const found = await ok(members.listMembers, { params, as: owner, query: { query: `${first} EXAM` } });
  expect(found.items).toMatchObject([{ account_id: one.id, store_id: storeId, role: "admin" }]);
  const viewers = await ok(members.listMembers, { params, as: one, query: { role: "VIEWER" } });
  expect(viewers.items.map(({ account_id }) => account_id).toSorted()).toEqual([two.id, three.id].toSorted());
});

test("an admin cannot make, change or remove an owner, and nobody can promote themselves", async () => {
  const { id: storeId, owner } = await openStore();
  const [admin, other, viewer] = [
    await member(storeId, "admin"),
    await member(storeId, "member"),
    await member(storeId, "viewer"),
  ];
  const change = (as: typeof admin, accountId: string, role: string) =>
    call(members.updateMember, { params: { storeId, accountId }, as, body: { role } });
  const refuse = async (as: typeof admin, accountId: string, role: string) => {
    const { status, body } = await change(as, accountId, role);
    return { status, ...body };
  };
  expect(await refuse(admin, other.id, "owner")).toMatchObject(denied);
  expect(await refuse(admin, owner.id, "member")).toMatchObject(denied);
  expect(await refuse(admin, admin.id, "OWNER")).toMatchObject(denied);
  expect(await refuse(other, other.id, "admin")).toMatchObject({ status: 403, error: "GENERAL.FORBIDDEN" });
  expect(
    await refused(members.removeMember, { params: { storeId, accountId: owner.id }, as: admin }),
  ).toMatchObject(denied);
  expect(
    await refused(members.removeMember, { params: { storeId, accountId: admin.id }, as: viewer }),
  ).toMatchObject({ status: 403, error: "GENERAL.FORBIDDEN" });
  expect((await change(admin, viewer.id, "member")).status).toBe(200);
  expect((await change(owner, other.id, "Owner")).status).toBe(200);
  const stranger = await somebody();
  expect(await refuse(owner, stranger.id, "admin")).toMatchObject({ status: 404 });
});

test("set-role follows the same rules on the business interface", async () => {
  const { id: businessId, owner } = await openStore();
  const [admin, viewer] = [await member(businessId, "admin"), await member(businessId, "viewer")];
  const set = (as: typeof admin, userId: string, roleId: string, business = businessId) =>
    call(users.setRole, { as, body: { userId, roleId, businessId: business } });
  expect((await set(admin, viewer.id, "Admin")).body).toEqual({ success: true });
  expect(await set(admin, viewer.id, "owner")).toMatchObject({ status: 403, body: { error: denied.error } });
  expect(await set(owner, viewer.id, "super")).toMatchObject({ status: 403, body: { error: denied.error } });
  const staff = await somebody();
  await makeSuper(testContext(), staff.email);
  expect(await set(staff, viewer.id, "super")).toMatchObject({ status: 403, body: { error: denied.error } });
  expect(await set(owner, viewer.id, "emperor")).toMatchObject({
    status: 400,
    body: { error: "USER.ROLE_INVALID" },
  });
  const stranger = await somebody();
  expect(await set(owner, stranger.id, "admin")).toMatchObject({
    status: 400,
    body: { error: "USER.NOT_FOUND" },
  });
  expect(await set(stranger, viewer.id, "admin")).toMatchObject({
    status: 400,
    body: { error: "BUSINESS.NOT_FOUND" },
  });
  expect(await set(await member(businessId, "member"), viewer.id, "viewer")).toMatchObject({ status: 403 });
  expect(await set(owner, owner.id, "admin")).toMatchObject({
    status: 400,
    body: { error: "BUSINESS.FAILED_UPDATE" },
  });
});

test("the last owner cannot leave, and of two who leave at once one stays", async () => {
  const { id: storeId, owner } = await openStore();
  const leave = (accountId: string, as: typeof owner) =>
    call(members.removeMember, { params: { storeId, accountId }, as });
  expect(await leave(owner.id, owner)).toMatchObject({
    status: 400,
    body: { error: "BUSINESS.FAILED_DELETE" },
  });
  for (let round = 0; round < 5; round++) {
    const { id, owner: one } = await openStore();
    const two = await member(id, "owner");
    const params = (accountId: string) => ({ storeId: id, accountId });
    const replies = await Promise.all([
      call(members.removeMember, { params: params(one.id), as: round % 2 ? two : one }),
      call(members.removeMember, { params: params(two.id), as: round % 2 ? one : two }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()[0], JSON.stringify(replies)).toBe(200);
    expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({
      deleted: true,
      removed: true,
    });
    const stays = replies[0]?.status === 200 ? two : one;
    const { items } = await ok(members.listMembers, { params: { storeId: id }, as: stays });
    expect(items.filter(({ role }) => role === "owner")).toHaveLength(1);
  }
});

test("a removed member loses all access within a minute", async () => {
  const { id: storeId, owner } = await openStore();
  const gone = await member(storeId, "admin");
  const create = { params: { storeId }, as: gone, body: { key: "before" } };
  await ok(forms.createForm, create);
  // Another process removes the member, and processes that cache the membership do not notice.
  const elsewhere = await member(storeId, "admin");
  const known = { params: { storeId }, as: elsewhere };
  await ok(members.listMembers, known);
  await transact(testContext(), [memberships.removeKey({ person_id: elsewhere.id, tenant_id: storeId })]);
  await ok(members.removeMember, { params: { storeId, accountId: gone.id }, as: owner });
  const at = now() + 31;
  expect(await refused(forms.createForm, { ...create, at })).toMatchObject({ status: 404 });
  expect(await refused(members.listMembers, { ...known, at })).toMatchObject({ status: 404 });
  expect(await refused(members.listMembers, { params: { storeId }, as: gone, at })).toMatchObject({
    status: 404,
  });
  expect(await refused(users.searchUsers, { query: { businessId: storeId }, as: gone, at })).toMatchObject({
    status: 400,
    error: "BUSINESS.NOT_FOUND",
  });
});
