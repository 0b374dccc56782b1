import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "#functions/manifest.ts";
import {
  answersOf,
  CALLERS,
  openWorld,
  type PermissionWorld,
  someCallers,
} from "#test/proofs/permissions.ts";

let sharedWorld: PermissionWorld;
beforeAll(async () => {
  sharedWorld = await openWorld();
});

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  test(`needs ${operation.needs}`, async () => {
    const { found, expected } = await answersOf(sharedWorld, operation, someCallers(operation));
    expect(found).toEqual(expected);
  });
});

test("every kind of caller is tried with every need", () => {
  const tried = operations.flatMap((operation) =>
    someCallers(operation).map((caller) => `${operation.needs} ${caller}`),
  );
  const all = operations.flatMap(({ needs }) => CALLERS.map((caller) => `${needs} ${caller}`));
  expect(new Set(all).difference(new Set(tried))).toEqual(new Set());
});
