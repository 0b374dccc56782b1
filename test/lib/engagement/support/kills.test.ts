import { expect, test } from "vitest";
import { killTurns } from "#test/proofs/support-crashes.ts";

test.each(["bot", "walk", "staff", "end", "next", "ai"] as const)(
  "a turn killed at any call to the table is stored whole or not at all, and answered once: %s",
  async (kind) => {
    expect(await killTurns(kind)).toBeGreaterThan(4);
  },
);
