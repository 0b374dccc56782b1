import { expect, test } from "vitest";
import { strangers } from "#test/proofs/carts-strangers.ts";
import { seeded } from "#test/support/random.ts";

test("whatever visitors do with carts, links and proofs, none reads or changes what another typed, and an order says what its buyer sent last", async () => {
  const told = await seeded((random) => strangers(random, { sequences: 40, width: 4, crowd: 40 }));
  for (const count of [told.linked, told.proofs, told.ordered, told.mails]) expect(count).toBeGreaterThan(5);
});
