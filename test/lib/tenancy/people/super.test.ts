import { expect, test } from "vitest";
import { users } from "#functions/tenancy/users/routes.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { makeSuper } from "#lib/tenancy/people/super.ts";
import { ok, refused } from "#test/support/client.ts";
import { somebody, testContext } from "#test/support/world.ts";

test("an operator makes a person who has signed in the platform's staff, however often; no other address", async () => {
  const staff = await somebody();
  expect(await refused(users.searchUsers, { as: staff })).toMatchObject({ status: 403 });
  expect(await makeSuper(testContext(), staff.email)).toBe(staff.id);
  const made = await memberships.find({ person_id: staff.id, tenant_id: "platform" });
  await makeSuper(testContext(), staff.email);
  expect(made?.role).toBe("super");
  const again = await somebody();
  await makeSuper(testContext(), again.email);
  await ok(users.searchUsers, { as: again, query: { query: again.email.split("@")[0] ?? "" } });
  await expect(makeSuper(testContext(), "unknown@shop.example")).rejects.toThrow("no such user");
});
