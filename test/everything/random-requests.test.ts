import { expect, test } from "vitest";
import { sendRandomRequests } from "#test/proofs/requests.ts";
import { seeded } from "#test/support/random.ts";

test("any random request gets a declared answer and never a 5xx", async () => {
  const { byStatus, succeeded } = await seeded((random) => sendRandomRequests(random, 300));
  console.info(
    `Random requests by status: ${JSON.stringify(byStatus)}; ${succeeded.size} operations succeeded.`,
  );
  expect(Object.keys(byStatus).length).toBeGreaterThan(3);
});
