import { changeItem } from "#core/dynamo/change.ts";
import { SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { keyName, keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { expectedFailure } from "#core/dynamo/try-transact.ts";
import type { Aggregate, Contributions } from "./declaration.ts";
import { hostSumName, NO_HOST } from "./read.ts";

/** Remembers, while records are counted, which records that hold rows of sums exist. */
export class Hosts {
  readonly #place: { tenantId: string; tally: Aggregate };
  readonly #absent = new Set<string>();

  constructor(place: { tenantId: string; tally: Aggregate }) {
    this.#place = place;
  }

  isAbsent(row: string): boolean {
    return this.#absent.has(row);
  }

  /** The write that requires that a row's record still does not exist: only then may its amounts be dropped. */
  stillAbsent(row: string): Write {
    const { tenantId, tally } = this.#place;
    return {
      entity: tally.name,
      check: tally.host?.key(tenantId, row),
      condition: { expression: "attribute_not_exists(pk)" },
      failure: expectedFailure(NO_HOST),
    };
  }

  /**
   * Removes measures that are 0, because nothing adds to them any more: otherwise items would grow with every deleted
   * record. A measure to which another record adds 0 is removed too, and returns with that record's next change.
   */
  async clear(generation: string, contributions: Contributions): Promise<void> {
    const { tenantId, tally } = this.#place;
    for (const [row, measures] of Object.entries(contributions)) {
      const key = tally.host?.key(tenantId, row);
      for (const measure of key ? Object.keys(measures) : []) {
        const name = hostSumName(generation, measure);
        const isNone = {
          expression: "#held.#measure = :none",
          names: { "#held": SUMS_ATTRIBUTE, "#measure": name },
          values: { ":none": 0 },
        };
        if (key) await changeItem(key, { within: { name: SUMS_ATTRIBUTE, remove: [name] } }, isNone);
      }
    }
  }

  /** Finds out which hosts of rows exist, and prepares those that have never held sums. */
  async learn(rows: readonly string[]): Promise<void> {
    const { tenantId, tally } = this.#place;
    const { host } = tally;
    if (!host) return;
    const keys = rows.map((row) => host.key(tenantId, row));
    const items = await batchGetItems(keys, true, ["pk", "sk", SUMS_ATTRIBUTE]);
    const byName = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
    for (const [index, key] of keys.entries()) {
      const item = byName.get(keyName(key));
      if (!item) this.#absent.add(rows[index] ?? "");
      else this.#absent.delete(rows[index] ?? "");
      if (item && item[SUMS_ATTRIBUTE] === undefined) {
        const expression = "attribute_exists(pk) and attribute_not_exists(#held)";
        await changeItem(
          key,
          { set: { [SUMS_ATTRIBUTE]: {} } },
          { expression, names: { "#held": SUMS_ATTRIBUTE } },
        );
      }
    }
  }
}
