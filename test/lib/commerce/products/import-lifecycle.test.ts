import { expect, test } from "vitest";
import { importLife } from "#lib/commerce/products/import-lifecycle.ts";
import { wrongCells } from "#test/support/lives.ts";

const NOW = 1_790_000_000;
const fresh = {
  ...{ id: "imp_1", store_id: "store_1", format: "csv" as const, size: 10 },
  ...{ rows: 0, created: 0, updated: 0, failed: 0, faults: [], created_at: NOW, updated_at: NOW },
};

test("every cell of an import's table leads where it says", () => {
  const wrong = wrongCells(importLife, {
    wholes: (state) =>
      importLife.states
        .filter((status) => status === state)
        .map((status) => ({ record: { ...fresh, status } })),
    happenings: [
      { is: "start", isPosted: true, now: NOW },
      { is: "start", isPosted: false, now: NOW },
      { is: "take rows", progress: { rows: 10 }, now: NOW },
      { is: "be through", progress: {}, now: NOW },
      { is: "fail", progress: {}, now: NOW },
    ],
  });
  expect(wrong).toEqual([]);
});
