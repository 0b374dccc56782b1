import { INDEXES, type IndexName, LAYOUT } from "#core/dynamo/layout.ts";
import { measureUnits } from "#test/support/capacity-units.ts";
import { MemoryTable } from "#test/support/memory-table.ts";
import { interceptCalls } from "#test/support/table.ts";

type Item = Record<string, unknown>;

export interface MeteredCost {
  /** Round trips: calls in flight together count as one. */
  trips: number;
  read: number;
  write: number;
}

/** Calls within this many milliseconds count as one round trip. */
const TRIP_MS = 4;

/** A table in memory that counts what DynamoDB would charge, fast enough for a store of a million rows. */
export class MeteredTable {
  readonly #memory = new MemoryTable();
  #waiting: (() => void)[] = [];
  #trips = 0;

  /** Puts items without their conditions and without counting them. */
  put(items: readonly Item[]): void {
    this.#memory.perform("BatchWriteItem", {
      RequestItems: { all: items.map((item) => ({ PutRequest: { Item: item } })) },
    });
  }

  /** Runs something on this table only; returns its cost. */
  async during<T>(run: () => Promise<T>): Promise<{ result: T; cost: MeteredCost }> {
    this.#trips = 0;
    const { result, units } = await measureUnits(() =>
      interceptCalls(async (command, _, input) => {
        await this.#turn();
        const output = projectedItems(input, this.#memory.perform(command, input));
        return { output: { ...output, $metadata: {} }, response: {} };
      }, run),
    );
    return {
      result,
      cost: { trips: this.#trips, read: sumOfUnits(units.read), write: sumOfUnits(units.write) },
    };
  }

  /** Calls wait for TRIP_MS milliseconds and are then answered together. */
  #turn(): Promise<void> {
    if (this.#waiting.length === 0)
      setTimeout(() => {
        const together = this.#waiting;
        this.#waiting = [];
        this.#trips++;
        for (const go of together) go();
      }, TRIP_MS);
    return new Promise((go) => {
      this.#waiting.push(go);
    });
  }
}

/** An index holds only the keys and the projected fields. */
function projectedItems(input: object, output: object): object {
  const { IndexName: name } = input as { IndexName?: IndexName };
  const { Items } = output as { Items?: Item[] };
  if (!name || !Items) return output;
  const kept = new Set(["pk", "sk", INDEXES[name].partition, INDEXES[name].sort, ...LAYOUT.projected]);
  const cut = (item: Item) => Object.fromEntries(Object.entries(item).filter(([field]) => kept.has(field)));
  return { ...output, Items: Items.map(cut) };
}

function sumOfUnits(units: ReadonlyMap<string, number>): number {
  return [...units.values()].reduce((sum, each) => sum + each, 0);
}
