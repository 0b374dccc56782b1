import { expect, test } from "vitest";
import { forms } from "#functions/content/forms/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { comments } from "#functions/engagement/comments/routes.ts";
import { publications } from "#functions/engagement/social/routes.ts";
import { supportInbox } from "#functions/engagement/support/routes.ts";
import { figures } from "#functions/system/figures/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { getFigures, recountFigures } from "#test/support/figures.ts";
import { inspectorAddress, receivedWebhooks } from "#test/support/inspector.ts";
import { openNewsletter } from "#test/support/newsletter.ts";
import { connectSandbox, publishText, writeComment } from "#test/support/social.ts";
import { makeAgent, openConversation, sendText } from "#test/support/support.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, member, newEmail, openStore, type TestStore } from "#test/support/world.ts";

const DAY = 86_400;

async function submitTo({ id: storeId, owner: as }: TestStore, key: string) {
  const params = { storeId };
  const schema = [{ type: "text", key: "note", required: true }];
  const form = await ok(forms.createForm, { params, as, body: { key, schema } as never });
  const at = { params: { ...params, formId: form.id } };
  const body = { form_id: form.id, fields: [{ key: "note", value: "Hello" }] };
  await ok(forms.submitForm, { ...at, body });
  return { form, at };
}

test("forms count each submission on its day, also after the form is deleted", async () => {
  const store = await openStore();
  const { form, at } = await submitTo(store, "wholesale");
  await submitTo(store, "other");
  await waitForWorkers(store.id);
  const ask = async () =>
    (await getFigures(store, "forms", { range: "7d", split: "form", sort: "submissions" })).groups[0];
  expect(await ask()).toMatchObject({ totals: { submissions: 2 }, outside: { submissions: 0 } });
  const rowOf = async () => (await ask())?.rows?.find(({ id }) => id === form.id);
  expect(await rowOf()).toMatchObject({ label: "wholesale", values: { submissions: 1 } });
  await ok(forms.deleteForm, { ...at, as: store.owner });
  await waitForWorkers(store.id);
  // The name was deleted with the form.
  expect(await rowOf()).toMatchObject({ label: form.id, values: { submissions: 1 } });
  expect(await recountFigures(store)).toMatchObject({ status: "equal" });
});

test("webhooks count a delivery each time it ends, and only an ADMIN sees them", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const as = store.owner;
  const { name, url } = inspectorAddress();
  const body = { name: "Stock", url, events: ["form.created"] };
  const webhook = await ok(webhooks.createWebhook, { params, as, body });
  const gone = inspectorAddress("?status=410");
  await ok(webhooks.createWebhook, { params, as, body: { ...body, name: "Gone", url: gone.url } });
  await ok(forms.createForm, { params, as, body: { key: "wholesale" } });
  await eventually(async () => (await receivedWebhooks(name)).length === 1, "the delivery");
  const ask = async () => {
    await waitForWorkers(store.id);
    return (await getFigures(store, "webhooks", { range: "7d", split: "webhook" })).groups[0];
  };
  const told = { delivered: 1, failed: 0, cancelled: 1, attempts_average: 1 };
  await eventually(async () => (await ask())?.totals.cancelled === 1, "the end of both");
  const group = await ask();
  expect(group?.totals).toEqual(told);
  expect(group?.rows).toMatchObject([{ id: webhook.id, label: "Stock" }, { label: "Gone" }]);
  const at = { params: { ...params, webhookId: webhook.id }, as };
  await ok(webhooks.resendWebhookEvents, { ...at, body: { from: Math.floor(Date.now() / 1000) - 600 } });
  // The range also has the creation of the store's three default forms.
  await eventually(async () => (await ask())?.totals.delivered === 5, "the deliveries again");
  expect(await recountFigures(store)).toMatchObject({ status: "equal" });
  const reader = await member(store.id, "member");
  const asked = { params: { ...params, family: "webhooks" }, as: reader };
  expect(await refused(figures.getFigures, asked)).toMatchObject({ status: 403 });
  await ok(figures.getFigures, { ...asked, params: { ...params, family: "forms" } });
});

test("social counts publications, and the growth of each metric between readings", async () => {
  const store = await openStore();
  const { value: token } = await ok(accounts.createApiToken, { as: store.owner, body: { name: "later" } });
  const as = { ...store.owner, token };
  const { id: account } = await connectSandbox(store);
  const publication = await publishText(store, account, "Guji is back");
  const params = { storeId: store.id };
  const post = publication.provider_post_id ?? "";
  const sync = (at: number) => ok(comments.syncEngagement, { params, as, body: {}, at });
  // Starts at noon, so that a second later is the same day.
  const noon = (Math.floor(Date.now() / 1000 / DAY) + 1.5) * DAY;
  await writeComment(post, "One");
  await sync(noon);
  await writeComment(post, "Two");
  await sync(noon + 1);
  for (const text of ["Three", "Four", "Five"]) await writeComment(post, text);
  await sync(noon + DAY);
  await waitForWorkers(store.id);
  const of = { params: { ...params, publicationId: publication.id }, as };
  const { readings } = await ok(comments.getPublicationMetrics, of);
  expect(readings.map(({ metrics }) => metrics.comments)).toEqual([2, 5]);
  const ask = (query: object) => getFigures({ ...store, owner: as }, "social", query, noon + DAY);
  const days = (await ask({ range: "7d", by: "day" })).groups[0];
  const grown = days?.points?.map(({ values }) => values.comments ?? 0);
  expect(grown?.slice(-2)).toEqual([2, 3]);
  expect(days?.totals).toMatchObject({ published: 1, comments: 5 });
  const [split] = (await ask({ range: "7d", split: "publication", sort: "comments" })).groups;
  expect(split?.rows).toMatchObject([
    { id: publication.id, label: "Guji is back", values: { published: 1, comments: 5 } },
  ]);
  const [byAccount] = (await ask({ range: "7d", split: "account" })).groups;
  expect(byAccount?.rows).toMatchObject([{ id: account, label: expect.stringMatching(/\w/) }]);
  expect(byAccount?.rows?.[0]?.label).not.toBe(account);
  await ok(publications.deletePublication, of);
  await waitForWorkers(store.id);
  expect((await ask({ range: "7d", by: "total" })).groups[0]?.totals).toMatchObject({
    published: 1,
    comments: 5,
  });
  expect(await recountFigures(store)).toMatchObject({ status: "equal" });
});

test("rows of chats have the current names of agent and person", async () => {
  const store = await openStore();
  const agent = await makeAgent(store);
  const { talk } = await openConversation(store.id);
  await sendText(talk, "Hello");
  const params = { storeId: store.id, conversationId: talk.id };
  const body = { account_id: store.owner.id };
  await ok(supportInbox.assignConversation, { params, as: store.owner, body });
  await waitForWorkers(store.id);
  const rowsBy = async (split: "agent" | "assignee") =>
    (await getFigures(store, "chats", { range: "7d", split })).groups[0]?.rows;
  expect(await rowsBy("agent")).toMatchObject([{ id: agent.id, label: agent.name }]);
  expect(await rowsBy("assignee")).toMatchObject([{ id: store.owner.id, label: store.owner.email }]);
});

test("a paid period of a newsletter is a sale of no market", async () => {
  const { businessId, collectionId, paid, owner: as } = await openNewsletter();
  const body = { id: collectionId, email: newEmail(), market: "us", plan_id: paid };
  const params = { businessId, collectionId };
  const asked = await ok(newsletters.subscribe, { params, body });
  if (!("checkoutUrl" in asked)) throw new Error("There is nothing to pay.");
  const form = new URLSearchParams({ decision: "approve" });
  await fetch(asked.checkoutUrl, { method: "POST", body: form, redirect: "manual" });
  const ask = async () => {
    await waitForWorkers(businessId);
    return (await getFigures({ id: businessId, owner: as }, "sales", { range: "7d" })).groups[0];
  };
  await eventually(async () => (await ask()) !== undefined, "the sale");
  const totals = { orders: 1, units: 1, gross: 500, total: 500, collected: 500, tax: 0, net: 500 };
  expect(await ask()).toMatchObject({ market: null, currency: "USD", totals });
  const { seven_days } = await ok(figures.getFiguresToday, { params: { storeId: businessId }, as });
  expect(seven_days).toMatchObject([{ market: null, currency: "USD", totals: { total: 500 } }]);
  expect(await recountFigures({ id: businessId, owner: as })).toMatchObject({ status: "equal" });
});
