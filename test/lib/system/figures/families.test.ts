import { expect, test } from "vitest";
import { type Delivery, endedDelivery } from "#lib/delivery/webhooks/delivery-schema.ts";
import { findFamily } from "#lib/system/figures/families.ts";
import { family } from "#lib/system/figures/family.ts";
import { FAMILIES } from "#lib/system/figures/schema.ts";
import { webhookContributions } from "#lib/system/figures/webhooks.ts";

test("every family of figures that the interface names exists, and no other does", () => {
  for (const name of FAMILIES) expect(findFamily(name)).toMatchObject({ name });
  expect(findFamily("visits")).toBeUndefined();
});

test("a measure with the name of a table attribute is refused where it is declared", () => {
  const sales = findFamily("sales");
  if (!sales) throw new Error("There are no sales.");
  for (const name of ["due", "pk", "sk", "list", "all", "terms", "ttl", "watched", "_v", "_n", "_anything"])
    expect(() => family({ ...sales, stored: [...sales.stored, name] }), name).toThrow(/no name of a measure/);
  expect(family(sales)).toBe(sales);
});

test("a delivery counts once for each of its ends, on the day of that end, up to twenty", () => {
  const at = (hours: number) => Date.UTC(2026, 9, 21, hours) / 1000;
  const first: Delivery = {
    ...{ tenant_id: "t", webhook_id: "wh_1", event_id: "evt_1", event_type: "form.created" },
    ...{ status: "pending", attempts: 10, due_at: at(1), ends: [], created_at: at(0) },
  };
  const exhausted = endedDelivery(first, "exhausted", at(1));
  expect(exhausted).toMatchObject({ status: "exhausted", due_at: null });
  const delivered = endedDelivery({ ...exhausted, attempts: 2 }, "delivered", at(30));
  const rows = webhookContributions(delivered, "UTC");
  expect(rows["webhooks|d|2026-10-21|l||"]).toEqual({ failed: 1, tries: 10 });
  expect(rows["webhooks|d|2026-10-22|l||"]).toEqual({ delivered: 1, tries: 2 });
  expect(rows["webhooks|s|webhook|2026-10-22|l|||wh_1"]).toEqual({ delivered: 1, tries: 2 });
  let often = delivered;
  for (let times = 0; times < 30; times++) often = endedDelivery(often, "delivered", at(31));
  expect(often.ends).toHaveLength(20);
});
