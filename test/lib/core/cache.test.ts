import { expect, test } from "vitest";
import { cachedItems } from "#core/dynamo/cache.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { testContext } from "#test/support/world.ts";

const keyOf = (tenant_id: string) => ({ ...tombstones.key({ tenant_id }), absent: true });

test("a full cache evicts the oldest item, and never one that the same request needs", async () => {
  const now = 1_790_000_000;
  const id = newId("store");
  await transact(testContext(), [tombstones.put({ tenant_id: id, deleted_at: now })]);
  expect((await cachedItems([keyOf(id)], now))[0]).toMatchObject({ tenant_id: id });
  // The cache is filled, so that one more item evicts the oldest one, which the same request needs.
  for (let count = 0; count < 20; count++) {
    const size = count === 19 ? 99 : 100;
    await cachedItems(
      Array.from({ length: size }, () => keyOf(newId("store"))),
      now,
    );
  }
  const [known, unknown] = await cachedItems([keyOf(id), keyOf(newId("store"))], now + 1);
  expect([known?.tenant_id, unknown]).toEqual([id, undefined]);
});
