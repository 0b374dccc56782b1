import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { firstLevels, inventoryWrites } from "#lib/commerce/inventory/change.ts";
import { insufficientStock, planAllocations, readLevels } from "#lib/commerce/inventory/plan.ts";
import type { Allocation, InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import {
  releaseReserved,
  reserve,
  restock,
  restoreReserved,
  type StockMove,
  shipReserved,
  stockWrites,
} from "#lib/commerce/inventory/stock-moves.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { withJitter } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

const proofContext = testContext();

/** Stock levels of a variant without its product. */
export async function stockedVariant(numbers: number[], backorder = false) {
  const storeId = newId("store");
  const variant = { store_id: storeId, product_id: newId("prod"), variant_id: newId("var") };
  const locations = numbers.map((_, index) => ({ id: `loc_${index}` }));
  const opening = numbers.map((available, index) => ({ location_id: `loc_${index}`, said: { available } }));
  await transact(proofContext, firstLevels(proofContext, variant, opening).writes);
  const place = (location_id: string) => ({
    location_id,
    stillOpen: {
      entity: "none",
      check: { pk: storeId, sk: "-" },
      condition: { expression: "attribute_not_exists(pk)" },
    },
  });
  const change = (location_id: string, input: Omit<Parameters<typeof inventoryWrites>[3], "variant_id">) =>
    withRetries(async () => {
      const sent = { variant_id: variant.variant_id, ...input };
      const { writes } = await inventoryWrites(
        proofContext,
        { ...variant, counted: true },
        place(location_id),
        sent,
      );
      await transact(proofContext, writes);
    });
  if (backorder) await change("loc_0", { backorder: true });
  const read = () => readLevels(storeId, [variant.variant_id], locations);
  const perform = (moves: StockMove[]) => transact(proofContext, stockWrites(proofContext, storeId, moves));
  /** Buys as a checkout does: reads, plans, writes, and retries on conflict. */
  const buy = (quantity: number, line_id = "line") =>
    withRetries(async (): Promise<Allocation[]> => {
      const wanted = { line_id, ...variant, quantity, counted: true };
      const lines = planAllocations([wanted], await read(), { defaultId: "loc_0" });
      if (lines.some(({ missing }) => missing > 0)) throw insufficientStock(lines);
      const [line] = lines;
      const allocations = line?.allocations ?? [];
      await perform(allocations.map(reserve));
      return allocations;
    });
  return { storeId, variant, read, perform, buy, change };
}

interface SaleOutcomes {
  sold: number;
  short: number;
  /** Errors other than insufficient stock. */
  others: number;
}

/** Lets more buyers than units buy at once and counts the outcomes. */
export async function proveSales(
  random: Random,
  buyers: number,
  units: number,
  places: number,
): Promise<SaleOutcomes> {
  const numbers = Array.from({ length: places }, (_, index) =>
    index === 0 ? units - (places - 1) * Math.floor(units / places) : Math.floor(units / places),
  );
  const { buy, read } = await stockedVariant(numbers);
  const totals: SaleOutcomes = { sold: 0, short: 0, others: 0 };
  await withJitter(random, 3, () =>
    inParallel(buyers, 25, async () => {
      try {
        await buy(1);
        totals.sold++;
      } catch (error) {
        if (error instanceof ApiError && error.code === "PRODUCT.INSUFFICIENT_STOCK") totals.short++;
        else totals.others++;
      }
    }),
  );
  const levels = await read();
  const left = levels.reduce((sum, { available }) => sum + available, 0);
  const reserved = levels.reduce((sum, each) => sum + each.reserved, 0);
  if (left + reserved !== units || reserved !== totals.sold)
    throw new Error(`${left} left and ${reserved} reserved of ${units}, ${totals.sold} sold.`);
  return totals;
}

/** Runs sales, cancellations, shipments, returns and corrections at once and checks that the stock adds up. */
export async function proveLedger(random: Random, steps: number): Promise<{ moves: number }> {
  const { buy, read, perform, change } = await stockedVariant([
    random.int(20),
    random.int(20),
    random.int(20),
  ]);
  let onHand = totalOf(await read());
  let moves = 0;
  const held: Allocation[][] = [];
  const gone: Allocation[] = [];
  const give = async (list: StockMove[]) => {
    await withRetries(() => perform(list));
    moves++;
  };
  await withJitter(random, 3, () =>
    inParallel(steps, 8, async () => {
      const choice = random.int(8);
      if (choice < 2) {
        const bought = await ignoreRefusal(() => buy(1 + random.int(4)));
        if (bought) held.push(bought);
      } else if (choice === 2) await give((held.pop() ?? []).map(releaseReserved));
      else if (choice === 3) {
        const sent = held.pop() ?? [];
        await give(sent.map(shipReserved));
        onHand -= sent.reduce((sum, { quantity }) => sum + quantity, 0);
        gone.push(...sent);
      } else if (choice === 4) {
        const back = gone.pop();
        if (back) {
          await give([restock(back)]);
          onHand += back.quantity;
        }
      } else if (choice === 5) {
        const back = gone.pop();
        if (back) {
          await give([restoreReserved(back)]);
          onHand += back.quantity;
          held.push([back]);
        }
      } else if (choice === 6) {
        // A level set from a stale reading must be refused, not overwrite a sale.
        const level = random.pick(await read());
        const available = random.int(25);
        const set = { available, expected: level.available };
        const done = await ignoreRefusal(() => change(level.location_id, set).then(() => true));
        if (done) onHand += available - level.available;
      } else {
        const delta = random.int(9) - 4;
        const done = await ignoreRefusal(() => change(`loc_${random.int(3)}`, { delta }).then(() => true));
        if (done) onHand += delta;
      }
      checkLevels(await read());
    }),
  );
  const levels = await read();
  checkLevels(levels);
  const reserved = levels.reduce((sum, each) => sum + each.reserved, 0);
  const promised = held.flat().reduce((sum, { quantity }) => sum + quantity, 0);
  if (reserved !== promised) throw new Error(`${reserved} are reserved, ${promised} were promised.`);
  if (totalOf(levels) !== onHand)
    throw new Error(`${totalOf(levels)} are on hand by the levels, ${onHand} by the books.`);
  return { moves };
}

function totalOf(levels: InventoryLevel[]): number {
  return levels.reduce((sum, { available, reserved }) => sum + available + reserved, 0);
}

function checkLevels(levels: InventoryLevel[]): void {
  for (const { available, reserved, backorder } of levels) {
    if (reserved < 0) throw new Error(`${reserved} units are reserved.`);
    if (available < 0 && !backorder) throw new Error(`${available} units are available.`);
  }
}

async function ignoreRefusal<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
