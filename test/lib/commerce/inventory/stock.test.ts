import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { insufficientStock, planAllocations } from "#lib/commerce/inventory/plan.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { releaseReserved, reserve, shipReserved, stockWrites } from "#lib/commerce/inventory/stock-moves.ts";
import { proveLedger, proveSales, stockedVariant } from "#test/proofs/stock.ts";
import { seeded } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

const ctx = testContext();

const WATCH = { watched: false, low_told: false, lows: 0 };

function level(
  location_id: string,
  available: number,
  backorder = false,
  variant_id = "var_1",
): InventoryLevel {
  const rest = {
    reserved: 0,
    low_at: null,
    ordered: false,
    retired: false,
    ...WATCH,
    created_at: 1,
    updated_at: 1,
  };
  return {
    id: location_id,
    store_id: "s",
    product_id: "p",
    variant_id,
    location_id,
    available,
    backorder,
    ...rest,
  };
}

const line = (quantity: number, line_id = "a") => ({
  line_id,
  product_id: "p",
  variant_id: "var_1",
  quantity,
  counted: true,
});
const planned = (lines: ReturnType<typeof line>[], levels: InventoryLevel[], pickupId?: string) =>
  planAllocations(lines, levels, { defaultId: "home", pickupId }).map(({ allocations, missing }) => [
    allocations.map(({ location_id, quantity }) => `${location_id} ${quantity}`).join(", "),
    missing,
  ]);

describe("a line is taken", () => {
  test("from the default location, then from the fullest that has enough, else from several", () => {
    const levels = [level("far", 5), level("home", 3), level("fuller", 9)];
    expect(planned([line(3)], levels)).toEqual([["home 3", 0]]);
    expect(planned([line(4)], levels)).toEqual([["fuller 4", 0]]);
    expect(planned([line(13)], levels)).toEqual([["home 3, fuller 9, far 1", 0]]);
    expect(planned([line(18)], levels)).toEqual([["home 3, fuller 9, far 5", 1]]);
  });

  test("from the pickup location and no other", () => {
    const levels = [level("home", 9), level("shop", 2)];
    expect(planned([line(2)], levels, "shop")).toEqual([["shop 2", 0]]);
    expect(planned([line(3)], levels, "shop")).toEqual([["shop 2", 1]]);
  });

  test("below zero only with backorders, and after the available units", () => {
    expect(planned([line(5)], [level("home", 1), level("far", 2, true)])).toEqual([["home 1, far 4", 0]]);
  });

  test("from what earlier lines of the same variant leave", () => {
    const levels = [level("home", 3), level("far", 3)];
    expect(planned([line(2), line(2, "b"), line(3, "c")], levels)).toEqual([
      ["home 2", 0],
      ["far 2", 0],
      ["home 1, far 1", 1],
    ]);
  });

  test("never more than the levels have, and all of it where they have enough", () => {
    const lines = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
    const stock = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lines, stock, (wanted, numbers) => {
        const levels = numbers.map((available, index) =>
          level(index === 0 ? "home" : `l${index}`, available),
        );
        const all = planAllocations(
          wanted.map((quantity, index) => line(quantity, `${index}`)),
          levels,
          { defaultId: "home" },
        );
        const given = all.flatMap(({ allocations }) => allocations);
        for (const { location_id, available } of levels) {
          const here = given.filter((each) => each.location_id === location_id);
          expect(here.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(available);
        }
        const missing = all.reduce((sum, each) => sum + each.missing, 0);
        const sum = (list: number[]) => list.reduce((total, each) => total + each, 0);
        expect(missing).toBe(Math.max(0, sum(wanted) - sum(numbers)));
      }),
    );
  });

  test("or refused with the line's id and its available units", () => {
    const lines = planAllocations([line(1), line(4, "b")], [level("home", 3)], { defaultId: "home" });
    const refused = insufficientStock(lines.filter(({ missing }) => missing > 0));
    expect(refused).toEqual(
      expect.objectContaining({
        code: "PRODUCT.INSUFFICIENT_STOCK",
        status: 400,
        validationErrors: [
          {
            field: "b",
            message: "2 of 4 units of var_1 are available",
            error: "PRODUCT.INSUFFICIENT_STOCK",
          },
        ],
      }),
    );
  });
});

describe("stock", () => {
  test("is sold once: of more buyers than units, just as many buy as there are units", async () => {
    for (const [buyers, units, places] of [
      [40, 1, 1],
      [60, 30, 2],
    ] as const)
      expect(await seeded((random) => proveSales(random, buyers, units, places))).toEqual({
        sold: units,
        short: buyers - units,
        others: 0,
      });
  });

  test("on hand is always available plus reserved, whatever happens concurrently", async () => {
    const { moves } = await seeded((random) => proveLedger(random, 150));
    expect(moves).toBeGreaterThan(20);
  });

  test("of several lines and locations moves completely or not at all", async () => {
    const { buy, perform, read } = await stockedVariant([2, 1]);
    const allocations = await buy(3);
    expect(allocations).toHaveLength(2);
    await expect(perform([...allocations, ...allocations].map(shipReserved))).rejects.toThrow();
    expect((await read()).map(({ available, reserved }) => [available, reserved])).toEqual([
      [0, 2],
      [0, 1],
    ]);
    await perform(allocations.map(releaseReserved));
    expect((await read()).map(({ available }) => available)).toEqual([2, 1]);
  });

  test("falls below zero only with backorders", async () => {
    const { buy, read } = await stockedVariant([1], true);
    await buy(3);
    expect((await read())[0]).toMatchObject({ available: -2, reserved: 3 });
  });

  test("that an operator sets requires the value that was seen", async () => {
    const { buy, change, read } = await stockedVariant([5]);
    await buy(2);
    await expect(change("loc_0", { available: 9, expected: 5 })).rejects.toMatchObject({ status: 409 });
    await change("loc_0", { available: 9, expected: 3 });
    expect((await read())[0]).toMatchObject({ available: 9, reserved: 2 });
    await expect(change("loc_0", { available: 1 })).rejects.toMatchObject({ status: 400 });
    await expect(change("loc_0", { delta: -10 })).rejects.toMatchObject({
      code: "PRODUCT.INSUFFICIENT_STOCK",
    });
  });

  test("is not changed by units that were sold while the variant was not counted", async () => {
    const { read, storeId, variant } = await stockedVariant([5]);
    const uncounted = { ...variant, location_id: "loc_0", quantity: 2, counted: false };
    expect(stockWrites(ctx, storeId, [reserve(uncounted)])).toEqual([]);
    await transact(ctx, stockWrites(ctx, storeId, [releaseReserved(uncounted)]));
    expect((await read())[0]).toMatchObject({ available: 5 });
  });
});
