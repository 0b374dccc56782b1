import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { invitations } from "#functions/tenancy/members/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { makeSuper } from "#lib/tenancy/people/make-super.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { people } from "#lib/tenancy/people/table.ts";
import { ok, refused } from "#test/support/client.ts";
import { newEmail, openStore, somebody, testContext } from "#test/support/world.ts";

test("an operator makes a signed-in person platform staff, repeatably, and no other address", async () => {
  const staff = await somebody();
  expect(await refused(users.searchUsers, { as: staff })).toMatchObject({ status: 403 });
  expect(await makeSuper(testContext(), staff.email)).toBe(staff.id);
  const made = await memberships.find({ person_id: staff.id, tenant_id: "platform" });
  await makeSuper(testContext(), staff.email);
  expect(made?.role).toBe("super");
  const again = await somebody();
  await makeSuper(testContext(), again.email);
  const query = again.email.split("@")[0] ?? "";
  expect(await ok(users.searchUsers, { as: again, query: { query } })).not.toHaveProperty(
    "ignored_parameters",
  );
  const { ignored_parameters } = await ok(users.searchUsers, { as: again, query: { query, limt: "1" } });
  expect(ignored_parameters).toEqual(["limt"]);
  await expect(makeSuper(testContext(), "unknown@shop.example")).rejects.toThrow("no such user");
});

test("a store-scoped session never has the rights of platform staff", async () => {
  const ctx = testContext();
  const [staff, store, other] = await Promise.all([somebody(), openStore(), openStore()]);
  await makeSuper(ctx, staff.email);
  const person = await people.get({ id: staff.id }, GENERAL.NOT_FOUND());
  const session = { person, provider: "CODE", storeId: store.id, verified: true, refreshLifetime: 3600 };
  const { write, answer } = await startSession(ctx, session);
  await transact(ctx, [write]);
  const as = { token: answer.access_token };
  expect((await ok(accounts.searchAccounts, { as: staff })).items).not.toEqual([]);
  expect(await ok(accounts.searchAccounts, { as })).toEqual({ items: [], cursor: null });
  expect(await refused(accounts.searchAccounts, { as, query: { store_id: other.id } })).toMatchObject({
    status: 404,
  });
  const invite = { params: { businessId: store.id }, body: { email: newEmail(), role: "Super" } };
  expect(await refused(invitations.createInvitation, { ...invite, as })).toMatchObject({
    status: 400,
    error: "BUSINESS.NOT_FOUND",
  });
  await ok(invitations.createInvitation, { ...invite, as: staff });
});
