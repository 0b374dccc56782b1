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

/** Rows that a filter may look at before it answers with a shorter page and a cursor. */
const WALK = 1000;
/** Reads that it may make besides the first of each list. */
const REREADS = 20;
/** Rows that cost one half read unit, the least that a read costs. */
const LEAST = 8;
/** Lists, such as one a status, of which each is read for a whole page at once. */
const FEW = 3;

/** The page found by going through the index in its order, or through the table where that has the same order. */
export async function walkIndex(
  request: PageRequest,
  needed: NeededTerms,
  position: Position | undefined,
): Promise<PageRows> {
  const searching = needed.prefixes.length + needed.facets.length > 0;
  const base = request.everything === true && request.sort === "created_at" && !searching;
  const sources = base ? tableSources(request, position) : listSources(request, position);
  const reads = () => sources.reduce((sum, source) => sum + source.reads, 0);
  const isFar = (seen: number) => seen >= WALK || reads() > sources.length + REREADS;
  const rows: Row[] = [];
  let last = position;
  for (let seen = 0; ; seen++) {
    const row = await nextOf(sources, request.descending);
    if (!row) return { rows, next: undefined, full: base };
    if (rows.length === request.limit || isFar(seen)) return { rows, next: last, full: base };
    if (isInCreationRange(row.sk, request) && matchesTerms(row.terms, needed)) rows.push(row);
    last = row;
  }
}

// Of many lists a page takes a few rows each; one that gives more, or that a filter thins, is read in larger chunks. Of
// a few, one often has most: to read it twice would be a round trip more.
function listSources(request: PageRequest, position: Position | undefined): Source[] {
  const { lists, all, index = "list", limit, sort } = request;
  const places: Place[] =
    all && sort === "created_at"
      ? all.map((partition) => ({ index: "all", partition }))
      : lists.map((partition) => ({ index, partition }));
  const share = places.length <= FEW ? 1 : 2 / places.length;
  const chunk = Math.max(LEAST, Math.ceil((limit + 1) * share));
  return places.map((place) => new Source(request, place, chunk, position));
}

// Shards have about the same of a page each: a little more is read, as seldom one has much more than its share.
function tableSources(request: PageRequest, position: Position | undefined): Source[] {
  const { partitions, limit } = request;
  const share = (limit + 1) / partitions.length;
  const chunk = partitions.length === 1 ? limit + 1 : Math.ceil(share + 1.25 * Math.sqrt(share));
  return partitions.map((partition) => new Source(request, { partition }, chunk, position));
}

async function nextOf(sources: Source[], descending: boolean): Promise<Row | undefined> {
  await sideBySide(sources.filter((source) => source.isDry).map((source) => source.fill()));
  let best: Source | undefined;
  for (const source of sources) {
    if (source.head && (!best || precedes(source.head, best.head, descending))) best = source;
  }
  return best?.take();
}

/** Rows of a read at most: each read of a list takes twice as many as the one before. */
const CHUNK = 200;

/** What a source reads: a partition of an index, or one of the table with the records themselves. */
interface Place {
  partition: string;
  index?: "list" | "child" | "all";
}

/** One status's index, or one shard of the table, read chunk by chunk. */
class Source {
  readonly #request: PageRequest;
  readonly #place: Place;
  #chunk: number;
  readonly #sort: "sk" | "by_updated" | "by_key";
  #buffer: Row[] = [];
  #after: Record<string, unknown> | undefined;
  #ended = false;
  reads = 0;

  constructor(request: PageRequest, place: Place, chunk: number, position: Position | undefined) {
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
    const range = sortKeyRange(this.#sort, this.#request);
    this.reads += 1;
    const limit = this.#chunk;
    this.#chunk = Math.min(CHUNK, 2 * limit);
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
