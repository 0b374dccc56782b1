import { expect, test } from "vitest";
import { sendRandomRequests } from "#test/proofs/requests.ts";
import { seeded } from "#test/support/random.ts";

test("whatever a request says, it is answered as declared, and never by a 5xx", async () => {
  const { byStatus, succeeded } = await seeded((random) => sendRandomRequests(random, 300));
  console.info(
    `Random requests by status: ${JSON.stringify(byStatus)}; ${succeeded.size} operations succeeded.`,
  );
  expect(Object.keys(byStatus).length).toBeGreaterThan(3);
});
