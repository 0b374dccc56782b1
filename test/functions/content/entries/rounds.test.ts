import { expect, test } from "vitest";
import { collections } from "#functions/content/collections/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { warmRoundTrips } from "#test/support/round-trips.ts";
import { openStore } from "#test/support/world.ts";

test("an entry is read in one round trip, and changed or created in two", async () => {
  const { params, token, collectionId, entryId } = await openRoasts();
  const read = await warmRoundTrips(entries.getEntry, () => ({ params: { ...params, entryId }, token }));
  expect(read).toMatchObject({ reply: { status: 200 }, rounds: ["BatchGet"] });
  let count = 0;
  const changed = await warmRoundTrips(entries.updateEntry, () => ({
    params: { ...params, entryId },
    token,
    body: { fields: [{ key: "title", value: `Hills ${++count}` }] },
  }));
  expect(changed).toMatchObject({ reply: { status: 200 }, rounds: ["BatchGet", "TransactWrite"] });
  const made = await warmRoundTrips(entries.createEntry, () => ({
    params,
    token,
    body: { collection_id: collectionId, key: `new-${++count}`, fields: [] },
  }));
  expect(made).toMatchObject({ reply: { status: 201 }, rounds: ["BatchGet", "TransactWrite"] });
});

test("a list of a collection's entries takes two calls, for a visitor and for staff", async () => {
  const { params, token, collectionId } = await openRoasts();
  const query = { collection_id: collectionId, limit: "3" };
  const seen: string[] = [];
  for (const as of [{ token }, {}]) {
    const { reply, rounds } = await warmRoundTrips(entries.listEntries, () => ({ params, query, ...as }));
    expect(rounds).toEqual(["Query", "BatchGet"]);
    const page: { items: { key: string }[]; cursor: string | null } = JSON.parse(reply.body);
    seen.push(page.items.map(({ key }) => key).join());
    if (!page.cursor) continue;
    const next = await invokeDirect(entries.listEntries, {
      params,
      query: { ...query, cursor: page.cursor },
      ...as,
    });
    const rest: typeof page = JSON.parse(next.body);
    seen.push(rest.items.map(({ key }) => key).join());
  }
  expect(seen).toEqual(["roast-3,roast-2,roast-1", "roast-0", "roast-3,roast-0"]);
});

async function openRoasts() {
  const { id: storeId, owner } = await openStore();
  const params = { storeId };
  const body = { key: "roasts", fields: [{ type: "text" as const, key: "title" }] };
  const { id: collectionId } = await ok(collections.createCollection, { params, as: owner, body });
  for (const [index, status] of (["active", "draft", "archived", "active"] as const).entries()) {
    const one = { collection_id: collectionId, key: `roast-${index}`, status };
    await ok(entries.createEntry, { params, as: owner, body: one });
  }
  const { items } = await ok(entries.listEntries, { params, as: owner });
  return { params, token: owner.token, collectionId, entryId: items[0]?.id ?? "" };
}
