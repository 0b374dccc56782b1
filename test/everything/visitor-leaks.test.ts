import { expect, test } from "vitest";
import { tryWhatIsKnown } from "#test/proofs/leaks-between-visitors.ts";
import { seeded } from "#test/support/random.ts";

test("who knows every id, token and link that a visitor was handed reads nothing that she typed and changes nothing of hers, but by links that are credentials", async () => {
  const told = await seeded((random) => tryWhatIsKnown(random, 500));
  console.info(
    `${told.tries} tries with ${told.handedOut} ids, tokens and links: ${told.opened} opened by a link.`,
  );
  expect(told.handedOut).toBeGreaterThan(40);
  expect(told.compared).toBeGreaterThan(100);
  expect(told.opened).toBeGreaterThan(10);
});
