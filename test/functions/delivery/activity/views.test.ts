import { expect, test } from "vitest";
import { services } from "#functions/booking/services/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { ok } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

test("an event shows what the record's GET shows, who caused it, and in which business", async () => {
  const { id: businessId, owner } = await openStore();
  const made = await ok(services.createService, {
    params: { businessId },
    as: owner,
    body: { key: "cut", name: "Haircut", durations: [{ duration: 30, isPause: false }] },
  });
  const { items } = await ok(businessEvents.listBusinessEvents, {
    params: { businessId },
    as: owner,
    query: { entity: `service:${made.id}` },
  });
  const shown = await ok(services.getService, { params: { businessId, serviceId: made.id }, as: owner });
  expect(shown).toMatchObject({ duration: 1800, pricing: { markets: [] } });
  expect(items.map(({ payload }) => payload)).toEqual([shown]);
  expect(items[0]).toMatchObject({
    businessId,
    sequence: 1,
    actor: { type: "person", id: expect.any(String) },
  });
});

test("a change without a difference announces nothing and answers the stored record", async () => {
  const { id: storeId, owner } = await openStore();
  const form = await ok(forms.createForm, { params: { storeId }, as: owner, body: { key: "quiet" } });
  const params = { storeId, formId: form.id };
  const again = await ok(forms.updateForm, { params, as: owner, body: { key: "quiet", status: "ACTIVE" } });
  expect(again).toEqual(form);
  const { items } = await ok(businessEvents.listBusinessEvents, {
    params: { businessId: storeId },
    as: owner,
    query: { entity: `form:${form.id}` },
  });
  expect(items.map(({ type }) => type)).toEqual(["form.created"]);
});
