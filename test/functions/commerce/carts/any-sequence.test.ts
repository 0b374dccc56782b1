import { test } from "vitest";
import { proveStrangers } from "#test/proofs/carts-strangers.ts";
import { runUntilMet, seeded, sumOf } from "#test/support/random.ts";

test("no visitor reads or changes what another typed, whatever they do with carts and links", async () => {
  const needed = ["linked", "proofs", "ordered", "mails"] as const;
  const options = { sequences: 40, width: 4, sequencesPerStore: 40 };
  await seeded((random) =>
    runUntilMet(
      "six links, proofs, orders and mails",
      // The proof draws its plans from a seed, and each round has its own seed.
      (round) => proveStrangers({ ...random, seed: random.seed + round }, options),
      (all) => needed.every((kind) => sumOf(all, (told) => told[kind]) > 5),
    ),
  );
});
