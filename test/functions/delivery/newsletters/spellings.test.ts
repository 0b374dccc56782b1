import { expect, test } from "vitest";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { subscriptionUrl } from "#lib/delivery/newsletters/token.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { openNewsletter } from "#test/support/newsletter.ts";
import { newEmail } from "#test/support/world.ts";

test("a subscription accepts planId, its collection from the path, and PUT instead of POST", async () => {
  const { businessId, collectionId, free } = await openNewsletter();
  const params = { businessId, collectionId };
  const made = await call(newsletters.subscribe, {
    params,
    body: { email: newEmail(), market: "us", planId: free },
  });
  expect(made).toMatchObject({ status: 201, body: { status: "PENDING", planId: free } });
  const put = { params, body: { email: newEmail(), market: "us", plan_id: free } };
  expect(await ok(newsletters.subscribeByPut, put)).toMatchObject({ status: "PENDING" });
  const planless = { params, body: { email: newEmail(), market: "us" } };
  expect((await refused(newsletters.subscribe, planless)).body.validationErrors).toMatchObject([
    { field: "plan_id" },
  ]);
});

test("a program that accepts JSON unsubscribes by the link; browsers and scanners do not", async () => {
  const { businessId, collectionId, free, owner } = await openNewsletter();
  const params = { businessId, collectionId };
  const body = { email: newEmail(), market: "us", planId: free };
  const subscriber = await ok(newsletters.subscribe, { params, body });
  const id = "id" in subscriber ? subscriber.id : "";
  const url = await subscriptionUrl("unsubscribe", { businessId, collectionId, subscriberId: id });
  const status = async () =>
    (await ok(newsletters.listSubscribers, { params, as: owner })).items.map((each) => each.status);
  for (const accept of ["text/html,application/xhtml+xml,application/json;q=0.9", "*/*"]) {
    const page = await fetch(url, { headers: { accept } });
    expect(page.headers.get("content-type")).toContain("text/html");
  }
  expect(await status()).toEqual(["PENDING"]);
  const reply = await fetch(url, { headers: { accept: "application/json" } });
  expect([reply.status, await reply.json()]).toMatchObject([200, { success: true, status: "CANCELLED" }]);
  expect(await status()).toEqual(["CANCELLED"]);
});
