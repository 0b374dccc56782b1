import { expect, test } from "vitest";
import { walkGraphs } from "#test/proofs/support-graphs.ts";
import { seeded } from "#test/support/random.ts";

test("a random graph is refused with paths, or every turn ends within 50 steps with a message", async () => {
  const count = await seeded(async (random) => walkGraphs(random, 2000));
  expect(count.walked).toBeGreaterThan(200);
  expect(count.refused).toBeGreaterThan(100);
  expect(count.longest).toBe(50);
});
