import { lastKeyOf } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { compareKeys, listPrefix, placeOf } from "./place.ts";
import type { ListRange } from "./query.ts";
import type { RowsReading } from "./read.ts";
import { listRows } from "./table.ts";

/**
 * Extra rows that are read from each partition, so that one of them is seldom read again. They cost nothing: any
 * read costs at least half a unit.
 */
const MIN_EXTRA_ROWS = 6;

export interface FoundRow {
  of: string;
  place: string;
  terms: readonly string[];
  /** Whether it is the row of a word, which carries only words. */
  isWord?: boolean;
}

/** The rows of some lists after a place, in order, each record once. */
export class RowWalk {
  readonly #sources: RowSource[];
  readonly #descending: boolean;
  readonly #expected: (taken: number) => number;
  #taken = 0;
  #last: string | undefined;

  /** @param expected estimates, from the rows taken so far, how many further ones to read at once */
  constructor(
    reading: RowsReading,
    walk: ListRange,
    {
      descending,
      after,
      expected,
    }: { descending: boolean; after: string | undefined; expected: (taken: number) => number },
  ) {
    const partitions = listRows.partitionsIn("table", { store_id: reading.tenantId });
    this.#descending = descending;
    this.#expected = expected;
    this.#last = after;
    this.#sources = walk.lists.flatMap((list) =>
      partitions.map(
        (partition) =>
          new RowSource(partition, listPrefix(reading.generation, list), walk, { descending, after }),
      ),
    );
  }

  /** The next row; `undefined` at the end. */
  async next(): Promise<FoundRow | undefined> {
    for (;;) {
      // Sources run low at about the same time: when one is empty, all that are low are filled.
      if (this.#sources.some(({ isDry }) => isDry)) await this.#fill();
      let best: RowSource | undefined;
      for (const source of this.#sources) if (this.#isBefore(source.head, best?.head)) best = source;
      const row = best?.take();
      if (!row) return undefined;
      // A record may be in several of the lists, at the same place.
      if (row.place === this.#last) continue;
      this.#last = row.place;
      this.#taken++;
      return row;
    }
  }

  #fill(): Promise<unknown> {
    const share = Math.max(1, this.#expected(this.#taken)) / this.#sources.length;
    // It reads a little more than the share, so that a source is seldom read twice.
    const limit = Math.ceil(share + MIN_EXTRA_ROWS + Math.sqrt(share) / 2);
    return sideBySide(
      this.#sources.filter((source) => source.hasBelow(limit / 4)).map((source) => source.fill(limit)),
    );
  }

  #isBefore(row: FoundRow | undefined, other: FoundRow | undefined): boolean {
    if (!row || !other) return row !== undefined;
    const order = compareKeys(row.place, other.place);
    return this.#descending ? order > 0 : order < 0;
  }
}

/** One partition of one list, read chunk by chunk. */
class RowSource {
  readonly #partition: string;
  readonly #range: { from: string; to: string; descending: boolean };
  #buffer: FoundRow[] = [];
  #after: Record<string, unknown> | undefined;
  #ended = false;

  constructor(
    partition: string,
    prefix: string,
    { from = "", to }: ListRange,
    { descending, after }: { descending: boolean; after: string | undefined },
  ) {
    this.#partition = partition;
    const last = lastKeyOf(to === undefined ? prefix : `${prefix}${to}#`);
    this.#range = { from: `${prefix}${from}`, to: last, descending };
    if (after !== undefined) this.#after = { pk: partition, sk: `${prefix}${after}` };
  }

  get isDry(): boolean {
    return this.#buffer.length === 0 && !this.#ended;
  }

  hasBelow(rows: number): boolean {
    return this.#buffer.length < rows && !this.#ended;
  }

  get head(): FoundRow | undefined {
    return this.#buffer[0];
  }

  take(): FoundRow | undefined {
    return this.#buffer.shift();
  }

  async fill(limit: number): Promise<void> {
    const page = await queryItems(this.#partition, { ...this.#range, limit, after: this.#after });
    this.#buffer.push(...page.items.map(foundRowOf));
    this.#after = page.after;
    this.#ended = page.after === undefined;
  }
}

function foundRowOf({ of, at, terms }: Record<string, unknown>): FoundRow {
  return { of: String(of), place: placeOf(String(at), String(of)), terms: (terms ?? []) as string[] };
}

/** All rows of some lists, each record once. Above a limit it returns only some, and `isAll` is false. */
export async function gatherRows(
  { tenantId, generation }: RowsReading,
  { lists, from, to, whole }: ListRange & { whole: boolean },
  most: number,
): Promise<{ rows: FoundRow[]; isAll: boolean; seen: number }> {
  const found = new Map<string, FoundRow>();
  const partitions = listRows.partitionsIn("table", { store_id: tenantId });
  const share = Math.ceil((most + 1) / (partitions.length * lists.length)) + MIN_EXTRA_ROWS;
  let seen = 0;
  const rangeIn = (list: string) => {
    const prefix = listPrefix(generation, list, whole);
    return from === undefined && to === undefined
      ? { prefix }
      : { from: `${prefix}${from ?? ""}`, to: lastKeyOf(to === undefined ? prefix : `${prefix}${to}#`) };
  };
  type Part = {
    partition: string;
    range: ReturnType<typeof rangeIn>;
    after: Record<string, unknown> | undefined;
  };
  const readPart = async (part: Part): Promise<Part[]> => {
    const { items, after } = await queryItems(part.partition, {
      ...part.range,
      after: part.after,
      limit: share,
    });
    for (const row of items.map(foundRowOf)) found.set(row.of, { ...row, isWord: !whole });
    seen += items.length;
    return after ? [{ ...part, after }] : [];
  };
  let parts = lists.flatMap((list) =>
    partitions.map((partition): Part => ({ partition, range: rangeIn(list), after: undefined })),
  );
  // All parts are read in parallel, and the limit is checked afterwards.
  while (parts.length > 0 && seen <= most) parts = (await sideBySide(parts.map(readPart))).flat();
  return { rows: [...found.values()], isAll: seen <= most, seen };
}
