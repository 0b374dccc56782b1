import { expect, test } from "vitest";
import { sendRandomRequests } from "#test/proofs/requests.ts";
import { seeded } from "#test/support/random.ts";

test("whatever a request says, it is answered as declared, and never by a 5xx", async () => {
  const statuses = await seeded((random) => sendRandomRequests(random, 500));
  console.info(`Random requests by status: ${JSON.stringify(statuses)}`);
  expect(Object.keys(statuses).length).toBeGreaterThan(3);
});
