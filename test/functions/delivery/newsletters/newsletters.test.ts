import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businessEntries } from "#functions/content/legacy-content/routes.ts";
import { mailReports } from "#functions/delivery/mail/routes.ts";
import { newsletterSends, newsletters, newsletterWorkers } from "#functions/delivery/newsletters/routes.ts";
import { paymentReturns } from "#functions/money/payments/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { dueSends } from "#lib/delivery/newsletters/send.ts";
import { subscribe } from "#lib/delivery/newsletters/subscribers.ts";
import { subscriptionToken } from "#lib/delivery/newsletters/token.ts";
import { openStripeStore } from "#test/proofs/stripe-store.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { ok, refused } from "#test/support/client.ts";
import { drainDue, runDue } from "#test/support/due.ts";
import { addSubscribers, openNewsletter, type TestNewsletter, writeEntry } from "#test/support/newsletter.ts";
import { interceptCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, mailsTo, mailTo, newEmail, testContext, workerContext } from "#test/support/world.ts";

const subscription = ({ businessId, collectionId, free }: TestNewsletter, email: string, plan_id = free) => ({
  params: { businessId, collectionId },
  body: { id: collectionId, email, market: "us", plan_id },
});
const linkIn = (text: string, name: string) =>
  new RegExp(`https?://\\S+/${name}\\?token=\\S+`).exec(text)?.[0] ?? "";
const subscriberOf = async ({ businessId, collectionId, owner }: TestNewsletter, address: string) => {
  const params = { businessId, collectionId };
  const { items } = await ok(newsletters.listSubscribers, { params, as: owner });
  const found = items.find(({ email }) => email === address);
  if (!found) throw new Error(`${address} does not subscribe.`);
  return found;
};
const statusesOf = async ({ businessId, collectionId, owner }: TestNewsletter) => {
  const params = { businessId, collectionId };
  const { items } = await ok(newsletters.listSubscribers, { params, as: owner });
  return items.map(({ email, status }) => [email, status]);
};
const allMailsSent = ({ businessId, owner }: TestNewsletter, entryId: string) =>
  eventually(async () => {
    const send = await ok(newsletterSends.getSend, { params: { businessId, entryId }, as: owner });
    return send.status === "sent" ? send : undefined;
  }, "the end of the sending");

test("an email address is subscribed once its owner confirms, and unsubscribes with one click", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const email = newEmail();
  const pending = await ok(newsletters.subscribe, subscription(newsletter, email));
  expect(pending).toMatchObject({
    email,
    status: "PENDING",
    entity: `collection:${newsletter.collectionId}`,
  });
  const confirmUrl = linkIn((await mailTo(email)).body.text ?? "", "confirm-subscription");
  const page = await fetch(confirmUrl);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await statusesOf(newsletter)).toEqual([[email, "PENDING"]]);
  expect((await fetch(confirmUrl, { method: "POST" })).status).toBe(200);
  expect(await statusesOf(newsletter)).toEqual([[email, "ACTIVE"]]);
  // The page has no button after the confirmation.
  const done = await (await fetch(confirmUrl)).text();
  expect(done).toContain("You are subscribed.");
  expect(done).not.toContain("<button");
  expect(await refused(newsletters.subscribe, subscription(newsletter, email))).toMatchObject({
    status: 400,
    error: "NEWSLETTER.ALREADY_SUBSCRIBED",
  });

  const entryId = await writeEntry(newsletter);
  const send = { params: { businessId, entryId }, as: owner, body: {} };
  expect(await ok(newsletterSends.sendEntry, send)).toMatchObject({ success: true, status: "sending" });
  const got = await mailTo(email, 2);
  expect(got).toMatchObject({ subject: "Ethiopia is back" });
  expect(got.body.html).toContain(`Hello ${email}, it is Weekly roast.`);
  expect(await allMailsSent(newsletter, entryId)).toMatchObject({
    sent: 1,
    skipped: 0,
    refused: 0,
    unknown: 0,
  });
  expect(await refused(newsletterSends.sendEntry, send)).toMatchObject({ error: "NEWSLETTER.ALREADY_SENT" });

  const url = linkIn(got.body.text ?? "", "unsubscribe");
  expect((await fetch(url)).status).toBe(200);
  expect(await statusesOf(newsletter)).toEqual([[email, "ACTIVE"]]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const click = () => fetch(url, { method: "POST", headers, body: "List-Unsubscribe=One-Click" });
  expect((await click()).status).toBe(200);
  expect((await click()).status).toBe(200);
  expect(await statusesOf(newsletter)).toEqual([[email, "CANCELLED"]]);
  const left = await (await fetch(url)).text();
  expect(left).toContain("You get no more mail from this newsletter.");
  expect(left).not.toContain("<button");
  // An old link does not restart a cancelled subscription.
  expect(await (await fetch(confirmUrl)).text()).toContain("This link no longer works.");
  // A new request for the address reveals nothing, and changes nothing before its owner confirms.
  const known = await subscriberOf(newsletter, email);
  const asked = await ok(newsletters.subscribe, subscription(newsletter, email));
  expect(asked).toMatchObject({ email, status: "PENDING" });
  expect("id" in asked && asked.id).not.toBe(known.id);
  expect(await statusesOf(newsletter)).toEqual([[email, "CANCELLED"]]);
  expect((await fetch(confirmUrl, { method: "POST" })).status).toBe(400);
  const anew = linkIn((await mailTo(email, 3)).body.text ?? "", "confirm-subscription");
  expect(await (await fetch(anew)).text()).toContain("<button");
  expect((await fetch(anew, { method: "POST" })).status).toBe(200);
  expect(await subscriberOf(newsletter, email)).toMatchObject({ id: known.id, status: "ACTIVE" });
  expect((await click()).status).toBe(200);
  expect((await fetch(anew, { method: "POST" })).status).toBe(400);
  const token = new URL(url).searchParams.get("token") ?? "";
  expect(
    await ok(newsletters.unsubscribe, { params: { businessId }, raw: JSON.stringify({ token }) }),
  ).toMatchObject({ status: "CANCELLED" });
  const foreign = await openNewsletter();
  expect(
    await refused(newsletters.unsubscribe, {
      params: { businessId: foreign.businessId },
      raw: JSON.stringify({ token }),
    }),
  ).toMatchObject({ error: "NEWSLETTER.NOT_SUBSCRIBED" });
});

test("a paid plan becomes active when its payment is approved, and not when it is declined", async () => {
  const newsletter = await openNewsletter();
  const [payer, decliner] = [newEmail(), newEmail()];
  const decide = async (email: string, decision: string) => {
    const door = decision === "approve" ? newsletters.subscribe : newsletters.subscribeByPut;
    const answer = await ok(door, subscription(newsletter, email, newsletter.paid));
    if (!("checkoutUrl" in answer)) throw new Error("There is nothing to pay.");
    const body = new URLSearchParams({ decision });
    expect((await fetch(answer.checkoutUrl, { method: "POST", body, redirect: "manual" })).status).toBe(302);
  };
  await decide(decliner, "decline");
  await decide(payer, "approve");
  const paid = await eventually(async () => {
    const found = await statusesOf(newsletter);
    return found.some(([, status]) => status === "ACTIVE") ? found : undefined;
  }, "the payment");
  expect(new Map(paid as [string, string][])).toEqual(
    new Map([
      [decliner, "PENDING"],
      [payer, "ACTIVE"],
    ]),
  );
  const { businessId, collectionId, owner } = newsletter;
  const { value: token } = await ok(accounts.createApiToken, { as: owner, body: { name: "later" } });
  const params = { businessId, collectionId };
  const at = Math.floor(Date.now() / 1000) + 32 * 24 * 3600;
  const later = await ok(newsletters.listSubscribers, { params, as: { token }, at });
  expect(later.items.find(({ email }) => email === payer)?.status).toBe("EXPIRED");
});

test("returning from the payment page activates a paid plan, before any callback", async () => {
  const newsletter = await openNewsletter();
  const till = await openStripeStore(newsletter.businessId);
  const email = newEmail();
  const answer = await ok(newsletters.subscribe, subscription(newsletter, email, newsletter.paid));
  const back = await till.approve("checkoutUrl" in answer ? answer.checkoutUrl : "");
  await fetch(back ?? "", { redirect: "manual" });
  expect(await subscriberOf(newsletter, email)).toMatchObject({ status: "ACTIVE" });
  await waitForEvents({ id: newsletter.businessId }, paymentReturns.returnFromPayment, [
    "subscriber.updated",
  ]);
});

test.for([newsletters.subscribe, newsletters.subscribeByPut])(
  "a second $id ends a payment page that cannot be opened, and a third gets the next",
  async (operation) => {
    const newsletter = await openNewsletter();
    const { businessId, collectionId, paid } = newsletter;
    const { desk } = await openStripeStore(businessId);
    const asked = subscription(newsletter, newEmail(), paid);
    const early = testContext({ clock: () => Math.floor(Date.now() / 1000) - 600 });
    await desk.fail("^/v1/checkout/sessions$", "before", 403);
    const refusal = { code: "PAYMENT.STRIPE_ERROR" };
    await expect(subscribe(early, businessId, collectionId, asked.body)).rejects.toMatchObject(refusal);
    expect(await refused(operation, asked)).toMatchObject({ error: "PAYMENT.STRIPE_ERROR" });
    await waitForEvents({ id: businessId }, operation, ["payment.failed"]);
    expect(await ok(operation, asked)).toMatchObject({ checkoutUrl: expect.stringContaining("http") });
    const { sessions, misused } = await desk.books();
    expect([sessions.map(({ status }) => status), misused]).toEqual([["open"], []]);
  },
);

test.for([newsletters.unsubscribe, newsletters.showUnsubscribe])(
  "$id also withdraws consents that the customer gave elsewhere",
  async (operation) => {
    const newsletter = await openNewsletter();
    const { businessId, collectionId, owner } = newsletter;
    const email = newEmail();
    const agreed = { channel: "email", state: "granted", how: "form", at: 1, text: "Write to me." } as const;
    const body = { email, consents: [agreed] };
    await ok(customers.createCustomer, { params: { storeId: businessId }, as: owner, body });
    const [{ id: subscriberId } = { id: "" }] = await addSubscribers(newsletter, [email]);
    const token = await subscriptionToken("unsubscribe", { businessId, collectionId, subscriberId });
    const headers = { accept: "application/json" };
    const request = { params: { businessId }, query: { token }, headers };
    expect(JSON.stringify(await ok(operation, request))).toContain("CANCELLED");
    await waitForEvents({ id: businessId }, operation, ["contact.updated"]);
  },
);

test("readers who left, bounced or complained get nothing and are counted", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const tag = randomUUID().slice(0, 8);
  const bounce = `bounce+${tag}@simulator.amazonses.com`;
  const complaint = `complaint+${tag}@simulator.amazonses.com`;
  const fine = newEmail();
  await addSubscribers(newsletter, [bounce, complaint, fine]);
  const first = await writeEntry(newsletter);
  await ok(newsletterSends.sendEntry, { params: { businessId, entryId: first }, as: owner, body: {} });
  expect(await allMailsSent(newsletter, first)).toMatchObject({ sent: 3 });
  const stats = await eventually(async () => {
    const found = await ok(mailReports.getMailStats, { params: { businessId }, as: owner });
    return found.delivered === 2 && found.complained === 1 && found.bounced === 1 ? found : undefined;
  }, "the report of SES");
  expect(stats).toMatchObject({ sent: 3, failed: 0, opened: 0, machineOpened: 0 });
  const second = await writeEntry(newsletter, "Again");
  await ok(newsletterSends.sendEntry, { params: { businessId, entryId: second }, as: owner, body: {} });
  expect(await allMailsSent(newsletter, second)).toMatchObject({ sent: 1, skipped: 2 });
  expect(await mailsTo(fine)).toHaveLength(2);
  expect(await mailsTo(bounce)).toHaveLength(1);
});

test("a scheduled send waits for its time, and can be cancelled before", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const email = newEmail();
  await addSubscribers(newsletter, [email]);
  const scheduledAt = Math.floor(Date.now() / 1000) + 5000;
  const [kept, dropped] = [await writeEntry(newsletter), await writeEntry(newsletter)];
  for (const entryId of [kept, dropped]) {
    const body = { scheduledAt };
    expect(
      await ok(newsletterSends.sendEntry, { params: { businessId, entryId }, as: owner, body }),
    ).toMatchObject({ status: "scheduled", scheduledAt });
  }
  const cancelled = await ok(newsletterSends.cancelSend, {
    params: { businessId, entryId: dropped },
    as: owner,
  });
  expect(cancelled.status).toBe("cancelled");
  const [params, body] = [{ businessId, entryId: dropped }, { scheduledAt }];
  expect(await ok(newsletterSends.sendEntry, { params, as: owner, body })).toMatchObject(body);
  await ok(newsletterSends.cancelSend, { params, as: owner });
  await runDue(
    workerContext(newsletterWorkers.processDueSends, () => scheduledAt - 1),
    dueSends,
    businessId,
  );
  await waitForWorkers();
  expect(await mailsTo(email)).toHaveLength(0);
  await runDue(
    workerContext(newsletterWorkers.processDueSends, () => scheduledAt),
    dueSends,
    businessId,
  );
  await allMailsSent(newsletter, kept);
  expect(await mailsTo(email)).toHaveLength(1);
  await ok(newsletterSends.sendEntry, { params, as: owner, body: {} });
  await allMailsSent(newsletter, dropped);
  expect(await mailsTo(email)).toHaveLength(2);
});

test("a scheduled entry that cannot be rendered fails, and can be sent once it is corrected", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const email = newEmail();
  await addSubscribers(newsletter, [email]);
  const scheduledAt = Math.floor(Date.now() / 1000) + 5000;
  const entryId = await writeEntry(newsletter);
  const send = { params: { businessId, entryId }, as: owner };
  expect(
    await refused(newsletterSends.sendEntry, { ...send, body: { scheduledAt: scheduledAt * 1000 } }),
  ).toMatchObject({ status: 400, body: { validationErrors: [{ field: "scheduledAt" }] } });
  await ok(newsletterSends.sendEntry, { ...send, body: { scheduledAt } });
  const write = (value: string) =>
    ok(businessEntries.updateBusinessEntry, { ...send, body: { blocks: [{ id: "body", value }] } });
  await write("{{#open}}");
  await runDue(
    workerContext(newsletterWorkers.processDueSends, () => scheduledAt),
    dueSends,
    businessId,
  );
  const failed = await ok(newsletterSends.getSend, send);
  expect(failed).toMatchObject({ status: "failed", error: expect.stringContaining("body"), sent: 0 });
  await write("Mended");
  const later = await ok(newsletterSends.sendEntry, { ...send, body: { scheduledAt } });
  expect(later).toMatchObject({ status: "scheduled", scheduledAt, error: null });
  await write("{{#open}}");
  await runDue(
    workerContext(newsletterWorkers.processDueSends, () => scheduledAt),
    dueSends,
    businessId,
  );
  await write("Mended");
  await ok(newsletterSends.sendEntry, { ...send, body: {} });
  expect(await allMailsSent(newsletter, entryId)).toMatchObject({ sent: 1 });
});

test("a send that cannot start delays no other", async () => {
  const [first, second] = [await openNewsletter(), await openNewsletter()];
  const email = newEmail();
  await addSubscribers(second, [email]);
  const scheduledAt = Math.floor(Date.now() / 1000) + 9000;
  const schedule = async (newsletter: TestNewsletter, later: number) => {
    const { businessId, owner } = newsletter;
    const params = { businessId, entryId: await writeEntry(newsletter) };
    const body = { scheduledAt: scheduledAt + later };
    await ok(newsletterSends.sendEntry, { params, as: owner, body });
    return params.entryId;
  };
  const [broken, fine] = [await schedule(first, 0), await schedule(second, 1)];
  const ctx = testContext({ now: () => scheduledAt + 1, clock: () => scheduledAt + 1 });
  const away = new Error("That item is away.");
  await interceptCalls(
    (command, next, input) =>
      command !== "QueryCommand" && JSON.stringify(input).includes(broken) ? Promise.reject(away) : next(),
    () => drainDue(ctx, dueSends, [first.businessId, second.businessId]),
  );
  await allMailsSent(second, fine);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a preview of the longest text arrives", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const entryId = await writeEntry(
    newsletter,
    "Long",
    "Twelve words of a text that is as long as it may be. ".repeat(3700),
  );
  await ok(newsletterSends.previewEntry, { params: { businessId, entryId }, as: owner });
  expect((await mailTo(owner.email)).body.html).toContain("as long as it may be");
});

test("a preview goes to the caller, and an invalid template is refused", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const entryId = await writeEntry(newsletter);
  await ok(newsletterSends.previewEntry, { params: { businessId, entryId }, as: owner });
  expect((await mailTo(owner.email)).subject).toBe("[Preview] Ethiopia is back");
  for (const bad of ["{{#open}}never closed", "{{>partial}}", "{{=<% %>=}}"]) {
    const broken = await writeEntry(newsletter, "Subject", bad);
    expect(
      await refused(newsletterSends.sendEntry, {
        params: { businessId, entryId: broken },
        as: owner,
        body: {},
      }),
    ).toMatchObject({ status: 400, error: "NEWSLETTER.BAD_TEMPLATE" });
  }
});

test("the pixel is the same for any id, and opens by machines are counted separately", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const [one, two] = [newEmail(), newEmail()];
  await addSubscribers(newsletter, [one, two]);
  const entryId = await writeEntry(newsletter);
  await ok(newsletterSends.sendEntry, { params: { businessId, entryId }, as: owner, body: {} });
  await allMailsSent(newsletter, entryId);
  const pixel = async (email: string) =>
    /src="([^"]+\/track\/email\/[^"]+)"/.exec((await mailTo(email)).body.html ?? "")?.[1] ?? "";
  const later = String(Math.floor(Date.now() / 1000) + 600);
  const look = async (url: string, agent: string) => {
    const reply = await fetch(url, { headers: { "user-agent": agent, "x-local-time": later } });
    const headers = [...reply.headers].filter(
      ([name]) => !/^(x-request-id|apigw-requestid|date)$/.test(name),
    );
    return { status: reply.status, headers, bytes: Buffer.from(await reply.arrayBuffer()).toString("hex") };
  };
  const person = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  const [first, second] = [await pixel(one), await pixel(two)];
  const valid = await look(first, person);
  expect(valid.status).toBe(200);
  for (const id of ["nonsense", "a".repeat(160), first.slice(0, -1), `${first.split("/").at(-1)}x`, "%20"]) {
    const url = id.startsWith("http") ? id : first.replace(/[^/]+$/, id);
    expect(await look(url, person)).toEqual(valid);
  }
  await look(first, person);
  await look(second, "Mozilla/5.0");
  await look(
    second,
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
  );
  const stats = await ok(mailReports.getMailStats, { params: { businessId }, as: owner });
  expect(stats).toMatchObject({ opened: 1, machineOpened: 1 });
  await look(second, person);
  expect(await ok(mailReports.getMailStats, { params: { businessId }, as: owner })).toMatchObject({
    opened: 2,
  });
});
