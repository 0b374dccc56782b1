import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { env } from "#core/env.ts";
import { isTenantSlot } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { type FurnishedStore, furnish, paramsOf } from "#test/support/furnish.ts";
import { openStore } from "#test/support/world.ts";

const aliasedOperations = operations
  .filter(({ method }) => method === "GET")
  .flatMap((operation) => (operation.also ?? []).map((also) => ({ id: operation.id, operation, also })));

let world: FurnishedStore;
let otherStoreId: string;
beforeAll(async () => {
  world = await furnish();
  ({ id: otherStoreId } = await openStore());
});

/** Fills path slots by position. */
function fillPath(path: string, values: readonly string[]): string {
  const left = [...values];
  return path.replace(/\{\w+\}/g, () => left.shift() ?? "");
}

async function answerOf(path: string, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const reply = await fetch(`${env("PUBLIC_URL")}${path}`, { headers });
  const body: unknown = await reply.json();
  // Cursors are encrypted, so they differ each time.
  const isPage = typeof body === "object" && body !== null && "cursor" in body;
  return { status: reply.status, body: isPage ? { ...body, cursor: typeof body.cursor } : body };
}

test("public reads of a store also exist below /storefront", () => {
  expect(aliasedOperations.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "listProducts",
      "getService",
      "getEntry",
      "listForms",
      "getTaxonomy",
      "getMarket",
      "listLocations",
    ]),
  );
});

test.each(aliasedOperations)(
  "$id answers the same at $also, for every caller, store and record",
  async ({ operation, also }) => {
    const params = paramsOf(operation, world.ids);
    for (const token of [undefined, world.visitor.token, world.owner.token])
      for (const [store, end] of [
        [world.id, ""] as const,
        [world.id, "x"] as const,
        [otherStoreId, ""] as const,
      ]) {
        const values = Object.entries(params).map(([slot, value]) =>
          isTenantSlot(slot) ? store : value + end,
        );
        const own = await answerOf(fillPath(operation.path, values), token);
        const aliased = await answerOf(fillPath(also, values), token);
        // Some answers change as time passes: a further time is offered from each half hour on.
        if (!isDeepStrictEqual(aliased, own))
          expect(aliased).toEqual(await answerOf(fillPath(operation.path, values), token));
        expect(own.status).toBeLessThan(500);
        if (store === otherStoreId && token === world.visitor.token) expect(own.status).toBe(401);
      }
  },
);
