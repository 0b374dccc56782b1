import { expect, test } from "vitest";
import * as z from "zod";
import { OrderQuery } from "#lib/commerce/orders/request-schema.ts";
import { listOrders } from "#lib/commerce/orders/service.ts";
import { fillStore } from "#test/bench/large-store.ts";
import { MeteredTable } from "#test/bench/metered-table.ts";
import { interceptCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

const SIZES = { orders: 3000, customers: 1200, products: 100 };
const MAX_ROWS = 1000;
const EURO_TOTALS = { sort_field: "total", currency: "EUR" };

const Answer = z.object({ output: z.object({ Items: z.array(z.unknown()).default([]) }) });

/** Requests that very few of many rows match, or that could read several lists. */
const REQUESTS: Record<string, string>[] = [
  { markets: "us" },
  { query: "anna", payment_statuses: "paid,refunded,unpaid,failed" },
  { query: "anna", ...EURO_TOTALS, payment_statuses: "paid,refunded", total_from: "100" },
  { ...EURO_TOTALS, total_to: "90000", to_do: "ship,pay,return,confirm", tags: "gift" },
  { payment_statuses: "paid,refunded,unpaid,failed,expired,pending", statuses: "cancelled", markets: "us" },
  { query: "anna lou", sort_field: "updated_at", channels: "staff,storefront", markets: "us" },
];

test("a page of orders reads at most 1,000 rows, whatever it is asked for", async () => {
  const table = new MeteredTable();
  const { storeId } = await fillStore(table, SIZES, 28);
  const found: number[] = [];
  for (const query of REQUESTS) {
    let rows = 0;
    await interceptCalls(
      async (_, next, input) => {
        const answer = await next();
        if (JSON.stringify(input).includes("#ROW#")) rows += Answer.parse(answer).output.Items.length;
        return answer;
      },
      () =>
        table.during(() => listOrders(testContext(), storeId, OrderQuery.parse({ ...query, limit: "100" }))),
    );
    expect(rows, JSON.stringify(query)).toBeLessThanOrEqual(MAX_ROWS);
    found.push(rows);
  }
  expect(Math.max(...found)).toBeGreaterThan(MAX_ROWS / 2);
});
