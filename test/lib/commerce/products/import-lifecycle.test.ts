import { expect, test } from "vitest";
import { DAY, HOUR } from "#core/seconds.ts";
import { dueOf, importLife } from "#lib/commerce/products/import-lifecycle.ts";
import type { ProductImport } from "#lib/commerce/products/import-schema.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";

const NOW = 1_790_000_000;
const fresh = {
  ...{ id: "imp_1", store_id: "store_1", format: "csv" as const, size: 10 },
  ...{ rows: 0, created: 0, updated: 0, failed: 0, faults: [], looks: 0, created_at: NOW, updated_at: NOW },
};

test("every transition of an import has the outcome that its table declares", () => {
  const wrong = wrongTransitions(importLife, {
    snapshots: (state) =>
      importLife.states
        .filter((status) => status === state)
        .flatMap((status) => [0, 5].map((looks) => ({ record: { ...fresh, looks, status } }))),
    events: [
      { type: "started", isPosted: true, now: NOW },
      { type: "started", isPosted: false, now: NOW },
      { type: "rows imported", progress: { rows: 10 }, now: NOW },
      { type: "completed", progress: {}, now: NOW },
      { type: "failed", progress: {}, now: NOW },
      { type: "became due", now: NOW + 60 },
      { type: "became due", now: NOW + DAY },
    ],
  });
  expect(wrong).toEqual([]);
});

test("an import without progress is restarted five times, each half an hour, then fails", () => {
  let record: ProductImport = { ...fresh, status: "running" };
  const moments: number[] = [];
  while (record.status === "running") {
    const now = dueOf(record) ?? 0;
    moments.push(now - NOW);
    expect(importLife.transition({ record }, { type: "became due", now: now - 1 }).record).toEqual(record);
    const outcome = importLife.transition({ record }, { type: "became due", now });
    expect(outcome.runs ?? false).toBe(outcome.record.status === "running");
    ({ record } = outcome);
  }
  expect(moments).toEqual([1, 2, 3, 4, 5, 6].map((times) => (times * HOUR) / 2));
  expect(record).toMatchObject({ status: "failed", faults: [{ message: expect.stringContaining("again") }] });
});

test("an import that makes progress can be restarted as often as a new one", () => {
  const record = { ...fresh, looks: 5, status: "running" as const };
  const event = { type: "rows imported", progress: { rows: 10 }, now: NOW + 60 } as const;
  expect(importLife.transition({ record }, event).record).toMatchObject({ looks: 0, rows: 10 });
});
