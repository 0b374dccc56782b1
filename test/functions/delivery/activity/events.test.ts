import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { suppress } from "#lib/delivery/mail/suppression.ts";
import { ok, refused } from "#test/support/client.ts";
import { partsAt } from "#test/support/dates.ts";
import { inspectorAddress, receivedWebhooks } from "#test/support/inspector.ts";
import { openNewsletter, writeEntry } from "#test/support/newsletter.ts";
import { HOUR, MONDAY, openSalon } from "#test/support/salon.ts";
import { bulkWrite } from "#test/support/table.ts";
import {
  eventually,
  mailsTo,
  mailTo,
  member,
  newEmail,
  openStore,
  testContext,
} from "#test/support/world.ts";

test("events are listed by kind and by record, page by page, and only the tenant's own", async () => {
  const { id: businessId, owner } = await openStore();
  const params = { businessId };
  const list = (entity: string, more: object = {}) =>
    ok(businessEvents.listBusinessEvents, { params, as: owner, query: { entity, ...more } });
  const first = await list("form", { limit: 2 });
  expect(first.items.map(({ type, sequence }) => [type, sequence])).toEqual([
    ["form.created", 1],
    ["form.created", 1],
  ]);
  const rest = await list("form", { limit: 2, cursor: first.cursor ?? "" });
  expect(rest.items).toHaveLength(1);
  const [one] = rest.items;
  const formId = String(one?.payload.id);
  await ok(forms.updateForm, {
    params: { storeId: businessId, formId },
    as: owner,
    body: { status: "archived" },
  });
  const own = await list(`form:${formId}`);
  expect(own.items.map(({ type, sequence, entity }) => [type, sequence, entity])).toEqual([
    ["form.updated", 2, `form:${formId}`],
    ["form.created", 1, `form:${formId}`],
  ]);
  const stranger = await openStore();
  expect(
    await refused(businessEvents.listBusinessEvents, {
      params,
      as: stranger.owner,
      query: { entity: "form" },
    }),
  ).toMatchObject({ status: 400, error: "BUSINESS.NOT_FOUND" });
  expect(await refused(businessEvents.listBusinessEvents, { params, as: owner })).toMatchObject({
    status: 400,
  });
});

test("an email action replaces an event's payload and mails each recipient once", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const nodeId = await writeEntry(newsletter, "Thank you", "<p>From {{business.name}}</p>");
  const { items } = await ok(businessEvents.listBusinessEvents, {
    params: { businessId },
    as: owner,
    query: { entity: "collection" },
  });
  const eventId = items[0]?.id ?? "";
  const [one, two] = [newEmail(), newEmail()];
  const payload = { type: "email", nodeId, recipients: [one, two, one] };
  const change = { params: { businessId, eventId }, as: owner, body: { payload } };
  expect(await ok(businessEvents.updateBusinessEvent, change)).toMatchObject({
    id: eventId,
    payload: { nodeId },
  });
  await ok(businessEvents.updateBusinessEvent, change);
  expect(await mailTo(one)).toMatchObject({ subject: "Thank you" });
  await mailTo(two);
  const again = await ok(businessEvents.listBusinessEvents, {
    params: { businessId },
    as: owner,
    query: { entity: "collection" },
  });
  expect(again.items[0]?.payload).toMatchObject({ type: "email", nodeId });
  expect(await mailsTo(one)).toHaveLength(1);
  const wrong = { payload: { ...payload, nodeId: "lent_none" } };
  expect(await refused(businessEvents.updateBusinessEvent, { ...change, body: wrong })).toMatchObject({
    status: 400,
  });
  const viewer = await member(businessId, "viewer");
  expect(await refused(businessEvents.updateBusinessEvent, { ...change, as: viewer })).toMatchObject({
    status: 403,
  });
});

test("an email action mails a node in the business's language and refuses an invalid template", async () => {
  const { id: businessId, owner } = await openStore();
  const texts = (body: string) => [
    { key: "subject", type: "LOCALIZED_TEXT", value: [{ de: "Danke", en: "Thank you" }] },
    { key: "body", type: "MARKDOWN", value: [body] },
    { key: "count", type: "NUMBER", value: [7] },
    {
      key: "more",
      type: "BLOCK",
      value: [{ id: "inner", key: "inner", type: "TEXT", properties: {}, value: ["Deeper <b>still</b>"] }],
    },
  ];
  const write = (key: string, body: string) =>
    ok(nodes.createNode, { params: { storeId: businessId }, as: owner, body: { key, blocks: texts(body) } });
  const [fine, broken] = [
    await write("thanks", "From {{business.email}}"),
    await write("broken", "{{#open}}"),
  ];
  const params = { businessId };
  const query = { entity: "form" };
  const { items } = await ok(businessEvents.listBusinessEvents, { params, as: owner, query });
  const to = newEmail();
  const act = (nodeId: string) => ({
    params: { businessId, eventId: items[0]?.id ?? "" },
    as: owner,
    body: { type: "email", nodeId, recipients: [to] },
  });
  await ok(businessEvents.updateBusinessEvent, act(fine.id));
  const mail = await mailTo(to);
  expect(mail.subject).toBe("Thank you");
  expect(mail.body.html).toContain("From");
  expect(mail.body.html).toContain("Deeper <b>still</b>");
  expect(await refused(businessEvents.updateBusinessEvent, act(broken.id))).toMatchObject({ status: 400 });
  const stranger = await openStore();
  const foreign = { ...act(fine.id), params: { businessId: stranger.id, eventId: "evt_none" } };
  expect(await refused(businessEvents.updateBusinessEvent, { ...foreign, as: stranger.owner })).toMatchObject(
    { status: 404 },
  );
});

test("events show data about people only to an ADMIN", async () => {
  const { id: businessId, owner } = await openStore();
  const params = { businessId };
  const viewer = await member(businessId, "viewer");
  for (const entity of ["submission", "subscriber", "contact", "member:x", "invitation"]) {
    const query = { entity };
    await ok(businessEvents.listBusinessEvents, { params, as: owner, query });
    expect(
      await refused(businessEvents.listBusinessEvents, { params, as: viewer, query }),
      entity,
    ).toMatchObject({ status: 403 });
  }
  await ok(businessEvents.listBusinessEvents, { params, as: viewer, query: { entity: "form" } });
});

test("an email action sends in the business's name and fills in the entry's variables", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const params = { businessId };
  await ok(businesses.updateBusiness, { params, as: owner, body: { name: "Blue Bottle" } });
  const nodeId = await writeEntry(newsletter, "{{collection.name}}", "{{entry.id}} in {{entry.locale}}");
  const { items } = await ok(businessEvents.listBusinessEvents, {
    params,
    as: owner,
    query: { entity: "collection" },
  });
  const to = newEmail();
  const body = { type: "email", nodeId, recipients: [to] };
  await ok(businessEvents.updateBusinessEvent, {
    params: { businessId, eventId: items[0]?.id ?? "" },
    as: owner,
    body,
  });
  const mail = await mailTo(to);
  expect(mail).toMatchObject({ subject: "Weekly roast", from: expect.stringContaining("Blue Bottle") });
  expect(mail.body.text).toContain(`${nodeId} in en`);
});

test("a mail about a booking says when, what and with whom", async () => {
  const salon = await openSalon();
  const params = { businessId: salon.businessId };
  const { serviceId, providerId, owner: as } = salon;
  const parts = [{ serviceId, providerId, startTime: MONDAY + 8 * HOUR }];
  await ok(reservations.createReservation, { as, body: { parts, email: "grace@example.com" } });
  const names = ["reservation.startTime", "reservation.endTime", "reservation.total", "reservation.currency"];
  const text = [...names, "service.name", "customer.email"].map((name) => `{{${name}}}`).join(" | ");
  const { id: nodeId } = await ok(nodes.createNode, {
    params: { storeId: salon.businessId },
    as,
    body: { key: "booked", blocks: [{ key: "text", type: "TEXT", value: [text] }] },
  });
  const query = { entity: "reservation" };
  const { items } = await ok(businessEvents.listBusinessEvents, { params, as, query });
  const to = newEmail();
  await ok(businessEvents.updateBusinessEvent, {
    params: { ...params, eventId: items[0]?.id ?? "" },
    as,
    body: { type: "email", nodeId, recipients: [to] },
  });
  const { day, year } = partsAt(MONDAY);
  expect((await mailTo(to)).body.text).toContain(
    `Monday, ${day} March ${year}, 09:00 | Monday, ${day} March ${year}, 10:00 | €50.00 | EUR | Haircut | grace@example.com`,
  );
});

test("an email action sends more content than fits one transaction", async () => {
  const newsletter = await openNewsletter();
  const { businessId, owner } = newsletter;
  const params = { businessId };
  // The content cannot be compressed, and no mail reaches SES.
  const nodeId = await writeEntry(newsletter, "Long", randomBytes(140_000).toString("base64"));
  const recipients = Array.from({ length: 24 }, newEmail);
  const ctx = testContext();
  await bulkWrite(await Promise.all(recipients.map((to) => suppress(ctx, to, "bounce", businessId))));
  const { items } = await ok(businessEvents.listBusinessEvents, {
    params,
    as: owner,
    query: { entity: "collection" },
  });
  const at = { params: { businessId, eventId: items[0]?.id ?? "" }, as: owner };
  const body = { type: "email", nodeId, recipients };
  expect(await ok(businessEvents.updateBusinessEvent, { ...at, body })).toMatchObject({ payload: body });
});

test("build hooks are called once for all requests within half a minute", async () => {
  const { id: businessId, owner } = await openStore();
  const params = { businessId };
  const trigger = () => ok(businessEvents.triggerBuilds, { params, as: owner });
  expect(await trigger()).toEqual({ triggered: 0 });
  const hooks = [inspectorAddress(), inspectorAddress()];
  const configs = { buildHooks: hooks.map(({ url }) => url) };
  await ok(businesses.updateBusiness, { params, as: owner, body: { configs } });
  for (let count = 0; count < 5; count++) expect(await trigger()).toEqual({ triggered: 2 });
  for (const { name } of hooks) await eventually(async () => (await receivedWebhooks(name)).length > 0);
  for (const { name } of hooks) expect(await receivedWebhooks(name)).toHaveLength(1);
});
