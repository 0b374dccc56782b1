import type { ApiError } from "#core/errors.ts";
import { type Condition, changeItem } from "./change.ts";
import type { Fields, Shape, Versioned } from "./entity-shape.ts";
import type { Guarded } from "./guards.ts";
import { keyIn } from "./key.ts";
import { batchGetItems, getItem, type QueryOptions, queryItems } from "./read.ts";
import { inKey, numberIn } from "./template.ts";
import type { Read } from "./together.ts";

/**
 * The reads of a kind of record: they give parsed records that carry their version. A read that is given the context of a
 * request takes its guards along.
 */
export function readsOf<T extends object, Key, L>(
  { counted }: { counted?: boolean },
  { keyToRead, parse, partitionsIn, slots: slotsIn, attributes }: Shape<T, Key, L>,
) {
  return {
    /** Reads one record, strongly consistent; `undefined` when there is none. */
    async find(slots: Key, ctx?: Guarded): Promise<(T & Versioned) | undefined> {
      const asked = keyToRead(slots);
      const item = asked && (await getItem(asked, ctx));
      return item && parse(item);
    },

    /** The read of one record as a value, for `readTogether` and `readBatch`. */
    read(slots: Key): Read<T & Versioned> {
      return { key: keyToRead(slots), parse, attributes };
    },

    /** Reads one record, strongly consistent; throws `missing` when there is none. */
    async get(slots: Key, missing: ApiError, ctx?: Guarded): Promise<T & Versioned> {
      const record = await this.find(slots, ctx);
      if (!record) throw missing;
      return record;
    },

    /** Reads many records by key, strongly consistent, in the order asked; those that do not exist are left out. */
    async batchGet(slots: Key[], ctx?: Guarded): Promise<(T & Versioned)[]> {
      const asked = slots.map(keyToRead).filter((key) => key !== undefined);
      const items = await batchGetItems(asked, true, attributes, ctx);
      return items.map(parse);
    },

    /**
     * One page of a partition of the table or of an index, at most 1 MB, with DynamoDB's own cursor. Indexes carry keys
     * alone: of what an index finds, the records are read from the table.
     */
    async query(
      partition: string,
      range: QueryOptions = {},
    ): Promise<{ records: (T & Versioned)[]; after: Record<string, unknown> | undefined }> {
      const { items, after } = await queryItems(partition, range.index ? range : { ...range, attributes });
      const whole = range.index ? await batchGetItems(items.map(keyIn), false, attributes) : items;
      return { records: whole.map(parse), after };
    },

    /**
     * What names those records that something is due for, the longest due first within a shard. Which shard comes first
     * is left to chance, so that none waits for the others each time.
     *
     * @param until seconds, inclusive
     * @param limit most of them; what a query answers unless said
     * @param slots of the due index, where it has any
     */
    async dueUntil(until: number, limit?: number, slots: Fields = {}): Promise<Key[]> {
      const partitions = partitionsIn("due", slots);
      const first = Math.floor(Math.random() * partitions.length);
      const found: Fields[] = [];
      for (const partition of [...partitions.slice(first), ...partitions.slice(0, first)]) {
        const left = limit === undefined ? {} : { limit: limit - found.length };
        if (left.limit === 0) break;
        const { items } = await queryItems(partition, { index: "due", to: `${inKey(until)}~`, ...left });
        found.push(...items);
      }
      return found.map(slotsIn);
    },

    /**
     * What names all records that something is due for, and when, the longest due first: for what is called ahead of its
     * moment.
     *
     * @param until seconds, inclusive
     * @param slots of the due index, where it has any
     */
    async dueWhen(until: number, slots: Fields = {}): Promise<{ key: Key; at: number }[]> {
      const found: { key: Key; at: number }[] = [];
      for (const partition of partitionsIn("due", slots)) {
        let after: Fields | undefined;
        do {
          const page = await queryItems(partition, { index: "due", to: `${inKey(until)}~`, after });
          found.push(...page.items.map((item) => ({ key: slotsIn(item), at: numberIn(item.due_by) })));
          after = page.after;
        } while (after);
      }
      return found.sort((a, b) => a.at - b.at);
    },

    /**
     * Adds to numbers at once, atomically, and reads the record that results; `undefined` when the condition does not
     * hold. Not for records whose index keys depend on these numbers.
     */
    async increment(
      slots: Key,
      amounts: Partial<Record<keyof T & string, number>>,
      condition: Condition,
    ): Promise<(T & Versioned) | undefined> {
      const asked = keyToRead(slots);
      const add = counted ? { ...amounts, _v: 1 } : amounts;
      const item = asked && (await changeItem(asked, { add }, ofOneThere(condition)));
      return item && parse(item);
    },
  };
}

function ofOneThere(condition: Condition): Condition {
  return { ...condition, expression: `attribute_exists(pk) and (${condition.expression})` };
}
