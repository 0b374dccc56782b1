import { expect, test } from "vitest";
import { collections } from "#functions/content/collections/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { ok } from "#test/support/client.ts";
import { newSeed, randomFrom } from "#test/support/random.ts";
import { openStore } from "#test/support/world.ts";

const random = randomFrom(newSeed());

test(`the largest incompressible answer is repeated under its key (SEED=${random.seed})`, async () => {
  const { id: storeId, owner: as } = await openStore();
  const noise = Array.from({ length: 385 * 1024 }, () => String.fromCharCode(35 + random.int(57))).join("");
  const request = {
    params: { storeId },
    as,
    headers: { "idempotency-key": "large" },
    body: { key: "large", blocks: [{ key: "noise", type: "TEXT", value: [noise] }] },
  };
  const first = await ok(nodes.createNode, request);
  expect(await ok(nodes.createNode, request)).toEqual(first);
});

test("a list from a later to an earlier time is empty", async () => {
  const { id: storeId, owner: as } = await openStore();
  await ok(collections.createCollection, { params: { storeId }, as, body: { key: "one" } });
  for (const sort_field of ["created_at", "updated_at", "key"]) {
    const query = { created_at_from: 4_000_000_000, created_at_to: 1, sort_field };
    expect(await ok(collections.listCollections, { params: { storeId }, query })).toEqual({
      items: [],
      cursor: null,
    });
  }
});
