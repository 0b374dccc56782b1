import { queryItems } from "#core/dynamo/read.ts";
import { indexOf, SORT_ATTRIBUTES } from "./order.ts";
import { rangeOf } from "./range.ts";
import type { Asked, Position, Row } from "./types.ts";

/** Rows of a read at most: each read of a list takes twice as many as the one before. */
const CHUNK = 200;

/** What a source reads: a partition of an index, or one of the table with the records themselves. */
export interface Place {
  partition: string;
  index?: "list" | "child" | "all";
}

/** One status's index, or one shard of the table, read chunk by chunk. */
export class Source {
  readonly #request: Asked;
  readonly #place: Place;
  #chunk: number;
  readonly #sort: "sk" | "by_updated" | "by_key";
  #buffer: Row[] = [];
  #after: Record<string, unknown> | undefined;
  #ended = false;
  reads = 0;

  constructor(request: Asked, place: Place, chunk: number, position: Position | undefined) {
    this.#request = request;
    this.#place = place;
    this.#chunk = chunk;
    this.#sort = SORT_ATTRIBUTES[request.sort];
    if (position) {
      const { index, partition } = place;
      this.#after = { pk: index ? position.pk : partition, sk: position.sk };
      if (index) Object.assign(this.#after, { [index]: partition, [this.#sort]: position.at });
    }
  }

  /** Whether it has to be read before its first row is known. */
  get isDry(): boolean {
    return this.#buffer.length === 0 && !this.#ended;
  }

  get head(): Row | undefined {
    return this.#buffer[0];
  }

  async fill(): Promise<void> {
    while (this.isDry) await this.#read();
  }

  take(): Row | undefined {
    return this.#buffer.shift();
  }

  // Of an index, what a row is placed by; its terms too where they are asked about.
  #attributes(): readonly string[] | undefined {
    if (!this.#place.index) return this.#request.attributes;
    const { query, facets = [] } = this.#request;
    const searching = query !== undefined || facets.length > 0;
    return [...new Set(["pk", "sk", this.#sort, ...(searching ? ["terms"] : [])])];
  }

  async #read(): Promise<void> {
    const { descending } = this.#request;
    const { index, partition } = this.#place;
    const range = rangeOf(this.#sort, this.#request);
    this.reads += 1;
    const limit = this.#chunk;
    this.#chunk = Math.min(CHUNK, 2 * limit);
    const { items, after } = await queryItems(partition, {
      ...(index ? { index: index === "all" ? "all_created" : indexOf(this.#request) } : {}),
      attributes: this.#attributes(),
      ...range,
      descending,
      limit,
      after: this.#after,
    });
    this.#buffer = items.map((item) => ({
      at: String(item[this.#sort]),
      pk: String(item.pk),
      sk: String(item.sk),
      terms: (item.terms ?? []) as string[],
      item,
    }));
    this.#after = after;
    this.#ended = after === undefined;
  }
}
