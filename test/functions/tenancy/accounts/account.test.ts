import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { hash } from "#core/seal.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { platformWorkers } from "#functions/system/platform/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { members } from "#functions/tenancy/members/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { personPartitions } from "#lib/system/deletion/purge-person.ts";
import { purge } from "#lib/system/deletion/service.ts";
import { apiKeys, memberships } from "#lib/tenancy/access/records.ts";
import { identities, people, registrations } from "#lib/tenancy/people/table.ts";
import { ok, refused } from "#test/support/client.ts";
import { googleLogin } from "#test/support/provider.ts";
import { logIn, PASSWORD, registerUser } from "#test/support/users.ts";
import { eventually, member, openStore, somebody, testContext, workerContext } from "#test/support/world.ts";

const inAMinute = () => Math.floor(Date.now() / 1000) + 60;

test("an account changes in the fields that are sent", async () => {
  const as = await somebody();
  const address = { street: "1 Byron Row", city: "Austin", state: "TX", zip: "73301", country: "USA" };
  const body = {
    name: "Ada",
    phone_numbers: ["+442071234567"],
    addresses: [address],
    lifecycle: { onboarding_completed: true },
  };
  const { account, newlyCreatedTokens } = await ok(accounts.updateAccount, { as, body });
  expect(account).toMatchObject({ ...body, id: as.id, email: as.email });
  expect(newlyCreatedTokens).toEqual([]);
  expect(await ok(accounts.getMyAccount, { as })).toEqual(account);
  // One field at a time: the others stay.
  const parts = [
    { name: "Ada L." },
    { phone_numbers: ["+4930123456"] },
    { addresses: [{ ...address, city: "Ely" }] },
    { lifecycle: { onboarding_completed: false } },
  ];
  let expected = account;
  for (const part of parts) {
    const changed = { ...expected, ...part, lifecycle: { ...expected.lifecycle, ...part.lifecycle } };
    expect((await ok(accounts.updateAccount, { as, body: part })).account).toEqual(changed);
    expect(await ok(accounts.getMyAccount, { as })).toEqual(changed);
    expected = changed;
  }
});

test("a session is listed as expired once its refresh token no longer works", async () => {
  const as = await somebody();
  const { value: token } = await ok(accounts.createApiToken, { as, body: { name: "mine" } });
  const { items } = await ok(accounts.listSessions, { as: { token } });
  expect(items.map(({ status }) => status)).toEqual(["active"]);
  const at = items[0]?.refresh_expires_at ?? 0;
  const after = await ok(accounts.listSessions, { as: { token }, at });
  expect(after.items.map(({ status }) => status)).toEqual(["expired"]);
  const body = { refresh_token: as.refreshToken };
  expect(await refused(auth.refreshTokens, { body, at })).toMatchObject({ status: 401 });
  const before = await ok(accounts.listSessions, { as: { token }, at: at - 60 });
  expect(before.items.map(({ status }) => status)).toEqual(["active"]);
  await ok(auth.refreshTokens, { body, at: at - 60 });
});

test("the older form creates tokens by name, and renames tokens by id", async () => {
  const as = await somebody();
  const first = await ok(accounts.updateAccount, {
    as,
    body: { api_tokens: [{ name: "one" }, { name: "two" }] },
  });
  expect(first.newlyCreatedTokens.map(({ name }) => name)).toEqual(["one", "two"]);
  expect(first.newly_created_tokens).toEqual(first.newlyCreatedTokens);
  const [one] = first.newlyCreatedTokens;
  expect(await ok(accounts.getMyAccount, { as: { token: one?.value ?? "" } })).toMatchObject({ id: as.id });
  const second = await ok(accounts.updateAccount, {
    as,
    body: { api_tokens: [{ id: one?.id, name: "uno" }] },
  });
  expect(second.newlyCreatedTokens).toEqual([]);
  const { items } = await ok(accounts.listApiTokens, { as });
  expect(items.map(({ name }) => name).toSorted()).toEqual(["two", "uno"]);
});

test("a search shows members of the store to its admins, and to nobody else", async () => {
  const { id: store_id, owner } = await openStore();
  const [admin, viewer, stranger] = [
    await member(store_id, "admin"),
    await member(store_id, "viewer"),
    await somebody(),
  ];
  const { items } = await ok(accounts.searchAccounts, { as: admin, query: { store_id } });
  expect(items.map(({ email }) => email)).toEqual(
    [owner, admin, viewer].map(({ email }) => email).toSorted(),
  );
  expect(items.find(({ id }) => id === viewer.id)?.memberships).toMatchObject([{ store_id, role: "viewer" }]);
  const older = { owner: `store:${store_id}`, query: viewer.email.slice(0, 5), limit: 1 };
  expect((await ok(accounts.searchAccounts, { as: owner, query: older })).items).toMatchObject([
    { id: viewer.id },
  ]);
  expect(await refused(accounts.searchAccounts, { as: viewer, query: { store_id } })).toMatchObject({
    status: 403,
  });
  const missing = await refused(accounts.searchAccounts, {
    as: stranger,
    query: { store_id: "store_nowhere" },
  });
  const hidden = await refused(accounts.searchAccounts, { as: stranger, query: { store_id } });
  expect(hidden.body).toEqual(missing.body);
  const everywhere = await ok(accounts.searchAccounts, { as: owner });
  expect(everywhere.items.map(({ id }) => id)).toEqual(expect.arrayContaining([owner.id, viewer.id]));
});

test("users are found by business, word and roles; only platform staff search everybody", async () => {
  const { id: businessId, owner } = await openStore();
  const [admin, viewer] = [await member(businessId, "admin"), await member(businessId, "viewer")];
  const search = (query: Record<string, string>) => ok(users.searchUsers, { as: admin, query });
  const both = await search({ businessId, roleIds: '["owner","Viewer"]' });
  expect(both.items.map(({ id }) => id)).toEqual([owner.id, viewer.id]);
  expect(both.items[0]).toMatchObject({ roleIds: ["owner"], isConfirmed: true });
  expect(await refused(users.searchUsers, { as: admin })).toMatchObject({ status: 403 });
  // Users of a business are searched by its admins only.
  expect(await refused(users.searchUsers, { as: viewer, query: { businessId } })).toMatchObject({
    status: 403,
  });
  const hidden = await refused(users.searchUsers, { as: await somebody(), query: { businessId } });
  expect(hidden.error).toBe("BUSINESS.NOT_FOUND");

  const staff = await somebody();
  const record = { tenant_id: "platform", person_id: staff.id, role: "super" as const, email: staff.email };
  await transact(testContext(), [memberships.create({ ...record, created_at: 1 })]);
  const query = { query: viewer.email.split("@")[0] ?? "" };
  // In a search over everybody, a page can be short or empty without being the last.
  const everywhere = async () => {
    const items: { id: string }[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await ok(users.searchUsers, {
        as: staff,
        query: { ...query, ...(cursor ? { cursor } : {}) },
      });
      items.push(...page.items);
      cursor = page.cursor;
    } while (cursor);
    return items.length > 0 && items;
  };
  expect(await eventually(everywhere)).toMatchObject([{ id: viewer.id, email: viewer.email }]);
});

test("a deleted account leaves nothing behind, and its email address is free", async () => {
  const { id, email } = await registerUser();
  await googleLogin(email);
  const login = await logIn(email);
  const as = { token: login.accessToken };
  const value = `${randomUUID()}${randomUUID()}`;
  await ok(users.updateUser, { as, body: { apiTokens: [{ name: "ci", value }] } });
  const { value: issued } = await ok(accounts.createApiToken, { as, body: { name: "import" } });
  const pending = {
    email,
    name: "",
    password_hash: "",
    token_hash: "",
    created_at: 1,
    expires_at: inAMinute(),
  };
  await transact(testContext(), [registrations.put(pending)]);
  const { id: storeId, owner } = await openStore();
  const membership = { tenant_id: storeId, person_id: id, role: "admin" as const, email, created_at: 1 };
  await transact(testContext(), [memberships.create(membership)]);

  expect(await ok(accounts.deleteAccount, { as })).toMatchObject({ deleted: true, success: true });
  expect(await memberships.find({ person_id: id, tenant_id: storeId })).toBeUndefined();
  for (const credential of [as, { apiKey: value }, { token: issued }]) {
    expect(await refused(users.getMyUser, { as: credential, at: inAMinute() })).toMatchObject({
      status: 401,
    });
  }
  expect(await refused(users.refreshUser, { body: { refreshToken: login.refreshToken } })).toMatchObject({
    error: "USER.FAILED_REFRESH_ACCESS_TOKEN",
  });
  const listed = await ok(members.listMembers, { params: { storeId }, as: owner });
  expect(listed.items.map(({ account_id }) => account_id)).toEqual([owner.id]);
  await eventually(async () => (await countLeft(id, email, value)) === 0, "the purge");
  const again = await registerUser(email, PASSWORD, 1);
  expect(again.id).not.toBe(id);
  expect((await googleLogin(email)).userId).toBe(again.id);
});

test("the last owner of a store with other members is told which store to hand over first", async () => {
  const { id: storeId, key, owner } = await openStore();
  await member(storeId, "viewer");
  const refusal = await refused(accounts.deleteAccount, { as: owner });
  expect(refusal).toMatchObject({ status: 409, error: "ACCOUNT.LAST_OWNER" });
  expect(refusal.body.message).toContain(key);
  expect(refusal.body.validationErrors).toMatchObject([{ field: `memberships.${storeId}` }]);
  expect(await ok(accounts.getMyAccount, { as: owner })).toMatchObject({ id: owner.id });
  await member(storeId, "owner");
  await ok(accounts.deleteAccount, { as: owner });
});

test("stores without another member are deleted with the account, unless one must be handed over", async () => {
  const owner = await somebody();
  const [own, shared] = [await openStore(owner), await openStore(owner)];
  const other = await member(shared.id, "admin");
  const refusal = await refused(accounts.deleteAccount, { as: owner });
  expect(refusal.body.validationErrors.map(({ field }) => field)).toEqual([`memberships.${shared.id}`]);
  expect((await ok(stores.getStore, { params: { storeId: own.id }, as: owner })).id).toBe(own.id);
  await ok(members.removeMember, { params: { storeId: shared.id, accountId: other.id }, as: owner });
  await ok(accounts.deleteAccount, { as: owner });
  for (const storeId of [own.id, shared.id]) {
    const gone = await refused(forms.listForms, { params: { storeId }, at: inAMinute() });
    expect(gone.status).toBe(404);
  }
});

test("an account search without a store covers the stores of which the caller is ADMIN", async () => {
  const admin = await somebody();
  const [one, two, three] = [await openStore(), await openStore(), await openStore()];
  const roles = [
    [one.id, "admin"],
    [two.id, "owner"],
    [three.id, "member"],
  ] as const;
  for (const [tenant_id, role] of roles) {
    const membership = { tenant_id, person_id: admin.id, role, email: admin.email, created_at: 1 };
    await transact(testContext(), [memberships.create(membership)]);
  }
  const places: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { memberships: { store_id: string }[] }[]; cursor: string | null } = await ok(
      accounts.searchAccounts,
      { as: admin, query: { limit: 1, ...(cursor ? { cursor } : {}) } },
    );
    places.push(...page.items.flatMap((item) => item.memberships.map(({ store_id }) => store_id)));
    cursor = page.cursor;
  } while (cursor !== null);
  expect(places.toSorted()).toEqual([one.id, one.id, two.id, two.id].toSorted());
  const named = await ok(accounts.searchAccounts, { as: admin, query: { businessId: one.id } });
  expect(named.items.map(({ id }) => id).toSorted()).toEqual([admin.id, one.owner.id].toSorted());
  expect((await ok(accounts.searchAccounts, { as: await somebody() })).items).toEqual([]);
});

test("a deleted store does not block the deletion of an account", async () => {
  const { id: storeId, owner } = await openStore();
  await member(storeId, "admin");
  await ok(stores.deleteStore, { params: { storeId }, as: owner });
  await ok(accounts.deleteAccount, { as: owner });
});

test("the worker finds a deleted person's records wherever the request was killed", async () => {
  const { id, email } = await registerUser();
  const login = await logIn(email);
  await googleLogin(email);
  const value = `${randomUUID()}${randomUUID()}`;
  const as = { token: login.accessToken };
  await ok(users.updateUser, { as, body: { apiTokens: [{ name: "ci", value }] } });
  const [identity] = (await people.find({ id }))?.identities ?? [];
  const subject = identity?.subject ?? "";
  expect(await identities.find({ subject })).toMatchObject({ person_id: id });
  const message = { kind: "person" as const, person_id: id };
  for (let run = 0; run < 2; run++) await purge(workerContext(platformWorkers.purge), message);
  expect(await countLeft(id, email, value)).toBe(0);
  expect(await identities.find({ subject })).toBeUndefined();
  expect(await refused(users.getMyUser, { as: { apiKey: value }, at: inAMinute() })).toMatchObject({
    status: 401,
  });
  expect(await refused(auth.refreshTokens, { body: { refresh_token: login.refreshToken } })).toMatchObject({
    status: 401,
  });
});

async function countLeft(id: string, email: string, key: string): Promise<number> {
  const partitions = [...personPartitions(id), `EMAIL#${email}`, apiKeys.partition({ hash: hash(key) })];
  const pages = await Promise.all(partitions.map((partition) => queryItems(partition, { consistent: true })));
  return pages.flatMap(({ items }) => items).length;
}

test("an API token that has expired already, or expires far too late, is refused", async () => {
  const as = await somebody();
  const now = Math.floor(Date.now() / 1000);
  for (const expires_at of [now - 1, 1000, Date.now() + 3_600_000]) {
    const { status, body } = await refused(accounts.createApiToken, { as, body: { name: "t", expires_at } });
    expect([status, body.validationErrors[0]?.field]).toEqual([400, "expires_at"]);
  }
  // A token is not valid at its expiry any more.
  const body = { name: "t", expires_at: now + 60 };
  expect((await refused(accounts.createApiToken, { as, body, at: now + 60 })).status).toBe(400);
  await ok(accounts.createApiToken, { as, body, at: now + 59 });
});

test("a token shows its expiry and last use, and is refused from its expiry on", async () => {
  const as = await somebody();
  const expires_at = Math.floor(Date.now() / 1000) + 120;
  const made = await ok(accounts.createApiToken, { as, body: { name: "build", expires_at } });
  expect(made).toMatchObject({ expires_at, last_used_at: null, token: { expires_at, last_used_at: null } });
  const older = await ok(accounts.updateAccount, { as, body: { api_tokens: [{ name: "old", expires_at }] } });
  expect(older.newlyCreatedTokens).toMatchObject([{ name: "old", expires_at, last_used_at: null }]);
  const at = expires_at - 1;
  const me = await ok(accounts.getMyAccount, { as: { token: made.value }, at });
  const used = await ok(accounts.listApiTokens, { as });
  expect(used.items.map(({ id, last_used_at }) => [id, last_used_at])).toContainEqual([made.id, at]);
  expect(await refused(accounts.getMyAccount, { as: { token: made.value }, at: expires_at })).toMatchObject({
    status: 401,
  });
  expect(me.api_tokens).toMatchObject([{ expires_at }, { expires_at }]);
  const first = await ok(accounts.listApiTokens, { as, query: { limit: 1 } });
  const query = { limit: 1, cursor: first.cursor ?? "" };
  const second = await ok(accounts.listApiTokens, { as, query });
  expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(
    me.api_tokens.map(({ id }) => id).toSorted(),
  );
  const ended = await ok(accounts.listApiTokens, { as, at: expires_at });
  expect(ended.items.map(({ status }) => status)).toEqual(["expired", "expired"]);
  await ok(accounts.revokeApiToken, { as, params: { tokenId: made.id } });
  const left = await ok(accounts.listApiTokens, { as });
  expect(left.items.find(({ id }) => id === made.id)?.status).toBe("revoked");
});
