import { expect, test } from "vitest";
import { webhooks, webhookTests } from "#functions/delivery/webhooks/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

const HOOK_URL = "https://example.com/hooks";

test("a webhook's events may be objects, and it shows its key and its times", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const now = Math.floor(Date.now() / 1000);
  const made = await ok(webhooks.createWebhook, {
    params,
    as,
    at: now,
    body: { key: "orders", url: HOOK_URL, events: [{ event: "order.created" }, "form.*"] },
  });
  expect(made).toMatchObject({
    key: "orders",
    events: ["order.created", "form.*"],
    created_at: now,
    updated_at: now,
  });
  const hook = { ...params, webhookId: made.id };
  const later = await ok(webhooks.updateWebhook, {
    params: hook,
    as,
    at: now + 60,
    body: { enabled: false },
  });
  expect(later).toMatchObject({ key: "orders", created_at: now, updated_at: now + 60 });
  await ok(webhooks.createWebhook, { params, as, at: now + 90, body: { url: `${HOOK_URL}/other` } });
  const { items } = await ok(webhooks.listWebhooks, { params, as });
  expect(items.map(({ key, updated_at }) => [key, updated_at])).toEqual([
    ["orders", now + 60],
    [items[1]?.id, now + 90],
  ]);
  const business = await ok(businesses.getBusiness, { params: { businessId: storeId }, as });
  expect(business.configs.webhooks).toMatchObject([
    { key: "orders", createdAt: now, updatedAt: now + 60 },
    { createdAt: now + 90 },
  ]);
});

test("a private IP address is refused when a webhook is created, changed or tested", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const made = await ok(webhooks.createWebhook, { params, as, body: { url: HOOK_URL, events: ["*"] } });
  const body = { url: "http://10.0.0.1/hooks", events: ["*"] };
  const configs = { webhooks: [{ url: body.url, events: ["*"] }] };
  const refusals = [
    await refused(webhooks.createWebhook, { params, as, body }),
    await refused(webhooks.updateWebhook, { params: { storeId, webhookId: made.id }, as, body }),
    await refused(webhookTests.testWebhook, { params: { businessId: storeId }, as, body }),
    await refused(businesses.updateBusiness, { params: { businessId: storeId }, as, body: { configs } }),
  ];
  for (const { status, body: answer } of refusals) {
    expect(status).toBe(400);
    expect(answer.validationErrors).toMatchObject([
      { field: expect.stringMatching(/url$/), message: expect.stringContaining("no public address") },
    ]);
  }
  const { items } = await ok(webhooks.listWebhooks, { params, as });
  expect(items.map(({ url }) => url)).toEqual([HOOK_URL]);
});

test("an event that nothing announces is refused with its path, wherever a webhook is written", async () => {
  const { id: storeId, owner: as } = await openStore();
  const made = await ok(webhooks.createWebhook, {
    params: { storeId },
    as,
    body: { url: HOOK_URL, events: ["*"] },
  });
  const refusals = [
    await refused(webhooks.createWebhook, {
      params: { storeId },
      as,
      body: { url: HOOK_URL, events: ["order.created", "order.exploded"] },
    }),
    await refused(webhooks.updateWebhook, {
      params: { storeId, webhookId: made.id },
      as,
      body: { events: ["*", "moon.*"] },
    }),
    await refused(businesses.updateBusiness, {
      params: { businessId: storeId },
      as,
      body: { configs: { webhooks: [{ url: HOOK_URL, events: ["form.created", "form.exploded"] }] } },
    }),
    await refused(businesses.updateBusiness, {
      params: { businessId: storeId },
      as,
      body: { configs: { webhookUrl: HOOK_URL, webhookEvents: ["*", "a.b"] } },
    }),
    await refused(businesses.createBusiness, {
      as,
      body: { name: "Another", configs: { webhooks: [{ url: HOOK_URL, events: ["*", "a.b"] }] } },
    }),
  ];
  expect(refusals.map(({ status, body }) => [status, body.validationErrors[0]?.field])).toEqual([
    [400, "events[1]"],
    [400, "events[1]"],
    [400, "configs.webhooks[0].events[1]"],
    [400, "configs.webhookEvents[1]"],
    [400, "configs.webhooks[0].events[1]"],
  ]);
});

test("another interface's event name is accepted, and an unknown name gets the nearest one", async () => {
  const { id: storeId, owner: as } = await openStore();
  const listen = (events: string[]) => ({ params: { storeId }, as, body: { url: HOOK_URL, events } });
  const made = await ok(
    webhooks.createWebhook,
    listen(["order.payment_received", "order.paid", "order.placed"]),
  );
  expect(made.events).toEqual(["order.paid", "order.confirmed"]);
  const { configs } = await ok(businesses.updateBusiness, {
    params: { businessId: storeId },
    as,
    body: { configs: { webhooks: [{ url: HOOK_URL, events: ["reservation.canceled"] }] } },
  });
  expect(configs.webhooks).toMatchObject([{ events: ["reservation.cancelled"] }]);
  // The name is refused, as no event of this system reports a confirmed subscription.
  const { body } = await refused(
    webhooks.createWebhook,
    listen(["newsletter.subscribed", "order.shipment_deliverd"]),
  );
  expect(body.validationErrors).toMatchObject([
    { field: "events[0]" },
    { field: "events[1]", message: expect.stringContaining("order.shipment_delivered") },
  ]);
});

test("older event names of parcels, bookings and forms are accepted", async () => {
  const { id: storeId, owner: as } = await openStore();
  const moves = ["in_transit", "out_for_delivery", "delivered", "failed", "returned", "status_changed"].map(
    (move) => `order.shipment_${move}`,
  );
  const others = ["booking.created", "booking_service.updated", "booking_resource.deleted"];
  const events = [...moves, ...others, "form_submission.created"];
  const made = await ok(webhooks.createWebhook, { params: { storeId }, as, body: { url: HOOK_URL, events } });
  expect(made.events).toEqual([
    ...moves,
    "reservation.created",
    "service.updated",
    "provider.deleted",
    "form.submitted",
  ]);
});

test("the first language is the default where a business names none", async () => {
  const { id: businessId, owner: as } = await openStore();
  const change = (languages: object[]) => ({ params: { businessId }, as, body: { configs: { languages } } });
  const { configs } = await ok(businesses.updateBusiness, change([{ id: "de" }, { id: "en" }]) as never);
  expect(configs.languages).toEqual([
    { id: "de", code: "de", isDefault: true },
    { id: "en", code: "en", isDefault: false },
  ]);
  const two = [
    { code: "de", isDefault: true },
    { code: "en", isDefault: true },
  ];
  expect((await refused(businesses.updateBusiness, change(two) as never)).status).toBe(400);
});
