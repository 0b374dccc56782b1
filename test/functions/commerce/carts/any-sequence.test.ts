import { test } from "vitest";
import { proveStrangers } from "#test/proofs/carts-strangers.ts";
import { runUntilMet, seeded, sumOf } from "#test/support/random.ts";

test("no visitor reads or changes what another typed, whatever they do with carts and links", async () => {
  const needed = ["linked", "proofs", "ordered", "mails"] as const;
  await seeded((random) =>
    runUntilMet(
      "six links, proofs, orders and mails",
      // A seed of its own for each round, as the proof draws its plans from the seed.
      (round) =>
        proveStrangers({ ...random, seed: random.seed + round }, { sequences: 40, width: 4, crowd: 40 }),
      (all) => needed.every((kind) => sumOf(all, (told) => told[kind]) > 5),
    ),
  );
});
