import { expect, test } from "vitest";
import { subscribe } from "#lib/delivery/newsletters/subscribers.ts";
import { openNewsletter } from "#test/support/newsletter.ts";
import { newEmail, testContext } from "#test/support/world.ts";

// The deployed limit; the test stack has none.
process.env.BUDGETS = "{}";

test("a mailbox gets at most five confirmation mails an hour for each newsletter", async () => {
  const newsletter = await openNewsletter();
  const email = newEmail();
  const ask = (n: number, { businessId, collectionId, free }: typeof newsletter) => {
    const tagged = n === 0 ? email : email.replace("@", `+${n}@`);
    const body = { email: tagged, market: "us", plan_id: free };
    return subscribe(testContext(), businessId, collectionId, body);
  };
  for (let n = 0; n < 5; n++) expect(await ask(n, newsletter)).toMatchObject({ status: "PENDING" });
  await expect(ask(5, newsletter)).rejects.toMatchObject({ status: 429 });
  expect(await ask(6, await openNewsletter())).toMatchObject({ status: "PENDING" });
});
