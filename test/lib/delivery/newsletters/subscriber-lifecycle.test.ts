import { expect, test } from "vitest";
import { VERSION } from "#core/dynamo/entity-shape.ts";
import { DAY } from "#core/seconds.ts";
import { PlanPayment, StoredSubscriber } from "#lib/delivery/newsletters/schema.ts";
import { dueOf, subscriberLife } from "#lib/delivery/newsletters/subscriber-lifecycle.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";

const NOW = 1_790_000_000;
const fresh = StoredSubscriber.parse({
  id: "nsub_1",
  businessId: "store_1",
  collectionId: "lcol_1",
  email: "grace@example.com",
  planId: "gold",
  status: "PENDING",
  expiresAt: null,
  createdAt: NOW,
  updatedAt: NOW,
});
const bought = PlanPayment.parse({
  businessId: "store_1",
  collectionId: "lcol_1",
  paymentId: "pay_1",
  subscriberId: "nsub_1",
  planId: "gold",
  days: 31,
  follows: null,
  asked: 1,
  state: "open",
  from: NOW - DAY,
  until: NOW + 20 * DAY,
});
const planOf = (id: string, amount: number) => ({
  id,
  name: id,
  description: "",
  price: { amount, currency: "USD", interval: "MONTHLY" as const },
  features: [],
});
const [gold, free] = [planOf("gold", 500), planOf("free", 0)];

test("every transition of a subscription has the outcome that its table declares", () => {
  const snapshots = (state: string) =>
    subscriberLife.states
      .filter((status) => status === state)
      .flatMap((status) => {
        const of = (expiresAt: number | null, due_at: number | null = null) => ({
          subscriber: { ...fresh, status, expiresAt, due_at, [VERSION]: 2 },
        });
        const running = [of(NOW + 20 * DAY), of(NOW + DAY, NOW - 1)];
        return status === "EXPIRED" ? [of(NOW - 1)] : [of(null), of(NOW - 1), ...running];
      });
  const at = { now: NOW };
  const wrong = wrongTransitions(subscriberLife, {
    snapshots,
    events: [
      { type: "confirmation requested", ...at },
      { type: "payment requested", plan: gold, ...at },
      { type: "confirmed", plan: gold, subscriberVersion: 2, ...at },
      { type: "confirmed", plan: free, subscriberVersion: 2, ...at },
      { type: "confirmed", plan: free, subscriberVersion: 1, ...at },
      { type: "unsubscribed", ...at },
      { type: "payment received", bought, ...at },
      { type: "payment received", bought: { ...bought, asked: 2 }, ...at },
      { type: "payment refunded", bought, ...at },
      { type: "became due", chargeAt: null, ...at },
      { type: "payment declined", ...at },
    ],
  });
  expect(wrong).toEqual([]);
});

test("only a paid period is due, and each check sets the next one", () => {
  const paid = subscriberLife.transition(
    { subscriber: { ...fresh, [VERSION]: 1 } },
    { type: "payment received", bought, now: NOW },
  );
  const end = NOW + 31 * DAY;
  expect(dueOf(paid.record)).toBe(end - 7 * DAY);
  const look = (now: number, chargeAt: number | null) =>
    subscriberLife.transition(
      { subscriber: { ...paid.record, [VERSION]: 2 } },
      { type: "became due", chargeAt, now },
    );
  const [waits, reminded, early] = [
    look(end - 7 * DAY, end - DAY),
    look(end - 7 * DAY, null),
    look(end - 8 * DAY, null),
  ];
  expect([waits, reminded, early].map(({ record }) => dueOf(record))).toEqual([
    end - DAY,
    end,
    end - 7 * DAY,
  ]);
  expect([waits.mails, reminded.mails, early.mails]).toEqual([undefined, "ends", undefined]);
  const { record: over } = look(end, null);
  expect([over.status, dueOf(over)]).toEqual(["EXPIRED", null]);
});
