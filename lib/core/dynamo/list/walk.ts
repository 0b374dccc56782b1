import { queryItems } from "#core/dynamo/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import {
  isInCreationRange,
  listIndex,
  matchesTerms,
  type NeededTerms,
  type PageRequest,
  type PageRows,
  type Position,
  precedes,
  type Row,
  SORT_ATTRIBUTES,
  sortKeyRange,
} from "./rows.ts";

/** Most rows that a list with a filter checks before it answers with a shorter page and a cursor. */
const MAX_ROWS = 1000;
/** Most reads that a page makes besides the first one of each list. */
const MAX_REREADS = 20;
/** Rows that cost half a read unit, which is the least that a read costs. */
const MIN_CHUNK_ROWS = 8;
/** Up to so many lists, such as one a status, are each read for a whole page at once. */
const MAX_WHOLE_READS = 3;

/** Finds a page by walking the index in its order, or the table where that has the same order. */
export async function walkIndex(
  request: PageRequest,
  needed: NeededTerms,
  position: Position | undefined,
): Promise<PageRows> {
  const searching = needed.prefixes.length + needed.facets.length > 0;
  const base = request.coversPartition === true && request.sort === "created_at" && !searching;
  const sources = base ? tableSources(request, position) : listSources(request, position);
  const reads = () => sources.reduce((sum, source) => sum + source.reads, 0);
  const isFar = (seen: number) => seen >= MAX_ROWS || reads() > sources.length + MAX_REREADS;
  const rows: Row[] = [];
  let last = position;
  for (let seen = 0; ; seen++) {
    const row = await takeNext(sources, request.descending);
    if (!row) return { rows, next: undefined, full: base };
    if (rows.length === request.limit || isFar(seen)) return { rows, next: last, full: base };
    if (isInCreationRange(row.sk, request) && matchesTerms(row.terms, needed)) rows.push(row);
    last = row;
  }
}

// A page takes a few rows from each of many lists, and reads more of a list in growing chunks. Where there are few
// lists, one often has most of the rows, and reading it twice would cost another round trip.
function listSources(request: PageRequest, position: Position | undefined): RowSource[] {
  const { lists, all, index = "list", limit, sort } = request;
  const places: SourceLocation[] =
    all && sort === "created_at"
      ? all.map((partition) => ({ index: "all", partition }))
      : lists.map((partition) => ({ index, partition }));
  const share = places.length <= MAX_WHOLE_READS ? 1 : 2 / places.length;
  const chunk = Math.max(MIN_CHUNK_ROWS, Math.ceil((limit + 1) * share));
  return places.map((place) => new RowSource(request, place, chunk, position));
}

// Each shard has about the same share of a page. A little more than the share is read, which is seldom too little.
function tableSources(request: PageRequest, position: Position | undefined): RowSource[] {
  const { partitions, limit } = request;
  const share = (limit + 1) / partitions.length;
  const chunk = partitions.length === 1 ? limit + 1 : Math.ceil(share + 1.25 * Math.sqrt(share));
  return partitions.map((partition) => new RowSource(request, { partition }, chunk, position));
}

async function takeNext(sources: RowSource[], descending: boolean): Promise<Row | undefined> {
  await sideBySide(sources.filter((source) => source.isDry).map((source) => source.fill()));
  let best: RowSource | undefined;
  for (const source of sources) {
    if (source.head && (!best || precedes(source.head, best.head, descending))) best = source;
  }
  return best?.take();
}

/** Most rows of a read: each read of a list takes twice as many as the one before. */
const MAX_CHUNK_ROWS = 200;

/** What a source reads: a partition of an index, or one of the table with the records themselves. */
interface SourceLocation {
  partition: string;
  index?: "list" | "child" | "all";
}

/** The index of one status, or one shard of the table, read chunk by chunk. */
class RowSource {
  readonly #request: PageRequest;
  readonly #place: SourceLocation;
  #chunk: number;
  readonly #sort: "sk" | "by_updated" | "by_key";
  #buffer: Row[] = [];
  #after: Record<string, unknown> | undefined;
  #ended = false;
  reads = 0;

  constructor(request: PageRequest, place: SourceLocation, chunk: number, position: Position | undefined) {
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

  /** Whether this source must be read before its next row is known. */
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

  // From an index it reads only the attributes that place a row, and the terms where a filter needs them.
  #attributes(): readonly string[] | undefined {
    if (!this.#place.index) return this.#request.attributes;
    const { query, facets = [] } = this.#request;
    const searching = query !== undefined || facets.length > 0;
    return [...new Set(["pk", "sk", this.#sort, ...(searching ? ["terms"] : [])])];
  }

  async #read(): Promise<void> {
    const { descending } = this.#request;
    const { index, partition } = this.#place;
    const range = sortKeyRange(this.#sort, this.#request);
    this.reads += 1;
    const limit = this.#chunk;
    this.#chunk = Math.min(MAX_CHUNK_ROWS, 2 * limit);
    const { items, after } = await queryItems(partition, {
      ...(index ? { index: index === "all" ? "all_created" : listIndex(this.#request) } : {}),
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
