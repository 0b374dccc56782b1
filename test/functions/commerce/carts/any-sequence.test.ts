import { test } from "vitest";
import { strangers } from "#test/proofs/carts-strangers.ts";
import { runUntilMet, seeded, sumOf } from "#test/support/random.ts";

test("whatever visitors do with carts, links and proofs, none reads or changes what another typed, and an order says what its buyer sent last", async () => {
  const needed = ["linked", "proofs", "ordered", "mails"] as const;
  await seeded((random) =>
    runUntilMet(
      "six links, proofs, orders and mails",
      // The proof draws its plans from the seed: each round from another one.
      (round) => strangers({ ...random, seed: random.seed + round }, { sequences: 40, width: 4, crowd: 40 }),
      (all) => needed.every((kind) => sumOf(all, (told) => told[kind]) > 5),
    ),
  );
});
