import { expect, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import { permissions } from "#lib/console/generated/permissions.ts";
import { allows, ROLES, rolesFor } from "#lib/console/shared/roles.ts";
import { roleAllows as allowed } from "#lib/tenancy/access/authorize.ts";

const ACCESS_LEVELS = ["READ", "WRITE", "ADMIN", "OWNER"] as const;

test("a role may do in the console exactly what the API allows, for every operation", () => {
  const byId = new Map(operations.map((each) => [each.id, each]));
  const ids = Object.keys(permissions) as (keyof typeof permissions)[];
  expect(ids.length).toBeGreaterThan(200);
  for (const id of ids) {
    const level = ACCESS_LEVELS.find((each) => each === byId.get(id)?.needs);
    for (const role of ROLES)
      expect([id, role, allows(role, id)]).toEqual([id, role, !level || allowed(role, level)]);
  }
});

test("the roles of an operation are listed weakest first", () => {
  expect(rolesFor("updateStore")).toEqual(["admin", "owner"]);
  expect(rolesFor("deleteStore")).toEqual(["owner"]);
});
