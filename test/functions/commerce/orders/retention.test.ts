import { expect, test } from "vitest";
import { getItem } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { DAY } from "#core/seconds.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { forms, storefrontForms } from "#functions/content/forms/routes.ts";
import { conversations, supportInbox } from "#functions/engagement/support/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { idleContacts } from "#lib/commerce/orders/forget.ts";
import { people } from "#lib/tenancy/people/table.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { ok } from "#test/support/client.ts";
import { runDue } from "#test/support/due.ts";
import { BY_CASH, checkout } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { makeAgent } from "#test/support/support.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { somebody, testContext, visitorOf, workerContext } from "#test/support/world.ts";

const now = Math.floor(Date.now() / 1000);

test("a visitor with no proven email is forgotten after 60 days unless they ordered", async () => {
  const shop = await openShop();
  const slots = (id: string) => ({ store_id: shop.id, id });
  const bought = await visitorWithCart(shop, [shop.mug]);
  await checkout(shop.id, bought, { ...BY_CASH, email: "kept@example.com" });
  const [fresh, idle, proven] = [
    await visitorOf(shop.id),
    await visitorOf(shop.id),
    await visitorOf(shop.id),
  ];
  const aged = async ({ contactId }: { contactId: string }, days: number, more = {}) => {
    const contact = await contacts.get(slots(contactId), GENERAL.NOT_FOUND());
    const older = { ...contact, ...more, updated_at: now - days * DAY };
    await transact(testContext(), [contacts.replace(contact, older)]);
  };
  await aged(fresh, 59);
  await aged(idle, 61);
  await aged(bought, 61);
  await aged(proven, 600, { verified: true });
  await runDue(workerContext(orderWorkers.processDueOrders), idleContacts, shop.id);
  const found = await Promise.all(
    [fresh, idle, bought, proven].map(({ contactId }) => contacts.find(slots(contactId))),
  );
  expect(found.map((contact) => contact !== undefined)).toEqual([true, false, true, true]);
  // Its date moves, so that the due worker does not check the contact each minute.
  expect(found[2]?.updated_at).toBeGreaterThanOrEqual(now);
});

test("a visitor who sent a form or a message stays, and so does what was sent", async () => {
  const shop = await openShop();
  const params = { storeId: shop.id };
  const [sender, writer] = [await visitorOf(shop.id), await visitorOf(shop.id)];
  const { id: formId } = await ok(forms.getForm, { params: { ...params, formId: `${shop.id}:contact` } });
  const fields = ["email", "message"].map((key) => ({ key, value: "asked@example.com" }));
  const submission = { params: { formId }, as: sender, body: { form_id: formId, fields } };
  const sent = await ok(storefrontForms.submitFormAsVisitor, submission);
  await makeAgent(shop);
  const talk = await ok(conversations.startConversation, { params, as: writer, body: {} });
  await waitForWorkers(shop.id);
  const visitors = [sender, writer].map(({ contactId }) => ({ store_id: shop.id, id: contactId }));
  for (const slots of visitors) {
    const contact = await contacts.get(slots, GENERAL.NOT_FOUND());
    const older = { ...contact, updated_at: now - 61 * DAY };
    await transact(testContext(), [contacts.replace(contact, older)]);
  }
  await runDue(workerContext(orderWorkers.processDueOrders), idleContacts, shop.id);
  await waitForWorkers(shop.id);
  for (const slots of visitors) expect(await contacts.find(slots)).toBeDefined();
  const { items } = await ok(forms.listSubmissions, { params: { ...params, formId }, as: shop.owner });
  expect(items.map(({ id }) => id)).toEqual([sent.id]);
  const read = { params: { ...params, conversationId: talk.id }, as: shop.owner };
  expect((await ok(supportInbox.getConversation, read)).conversation.id).toBe(talk.id);
});

test("a guest is deleted 37 days after the last visit, and an account never", async () => {
  const first = await ok(users.loginUser, { body: { provider: "GUEST" }, at: now });
  const ttlOf = async (id: string) => (await getItem(people.key({ id })))?.ttl;
  expect(await ttlOf(first.userId)).toBe(now + 37 * DAY);
  const body = { refreshToken: first.refreshToken ?? "" };
  await ok(users.refreshUser, { body, at: now + 5 * DAY });
  expect(await ttlOf(first.userId)).toBe(now + 42 * DAY);
  expect(await ttlOf((await somebody()).id)).toBeUndefined();
});
