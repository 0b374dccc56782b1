import { INDEXES, type IndexName, LAYOUT } from "#core/dynamo/layout.ts";
import { measureUnits } from "#test/support/capacity-units.ts";
import { MemoryTable } from "#test/support/memory-table.ts";
import { interceptCalls } from "#test/support/table.ts";

type Item = Record<string, unknown>;

/** What some calls to the table cost. */
export interface Cost {
  /** Round trips: calls that are under way together are one. */
  trips: number;
  read: number;
  write: number;
}

/** Milliseconds in which calls count as made together. */
const TOGETHER = 4;

/**
 * A table in memory with what DynamoDB would charge: a store of a million rows is there in a minute, and no clock decides
 * which calls were one round trip.
 */
export class CountedTable {
  readonly #memory = new MemoryTable();
  #waiting: (() => void)[] = [];
  #trips = 0;

  /** Puts items without their conditions, and without counting. */
  put(items: readonly Item[]): void {
    this.#memory.perform("BatchWriteItem", {
      RequestItems: { all: items.map((item) => ({ PutRequest: { Item: item } })) },
    });
  }

  /** Runs something on this table; nothing of it comes to another. */
  async during<T>(run: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
    this.#trips = 0;
    const { result, units } = await measureUnits(() =>
      interceptCalls(async (command, _, input) => {
        await this.#turn();
        const output = projected(input, this.#memory.perform(command, input));
        return { output: { ...output, $metadata: {} }, response: {} };
      }, run),
    );
    return {
      result,
      cost: { trips: this.#trips, read: sumOf(units.read), write: sumOf(units.write) },
    };
  }

  /** Calls wait for each other, and are answered together. */
  #turn(): Promise<void> {
    if (this.#waiting.length === 0)
      setTimeout(() => {
        const together = this.#waiting;
        this.#waiting = [];
        this.#trips++;
        for (const go of together) go();
      }, TOGETHER);
    return new Promise((go) => {
      this.#waiting.push(go);
    });
  }
}

/** An index has the keys and what it carries alone. */
function projected(input: object, output: object): object {
  const { IndexName: name } = input as { IndexName?: IndexName };
  const { Items } = output as { Items?: Item[] };
  if (!name || !Items) return output;
  const kept = new Set(["pk", "sk", INDEXES[name].partition, INDEXES[name].sort, ...LAYOUT.projected]);
  const cut = (item: Item) => Object.fromEntries(Object.entries(item).filter(([field]) => kept.has(field)));
  return { ...output, Items: Items.map(cut) };
}

function sumOf(units: ReadonlyMap<string, number>): number {
  return [...units.values()].reduce((sum, each) => sum + each, 0);
}
