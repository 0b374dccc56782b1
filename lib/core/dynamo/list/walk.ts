import { sideBySide } from "#core/side-by-side.ts";
import { inRange } from "./range.ts";
import { matches, precedes } from "./row.ts";
import { type Place, Source } from "./source.ts";
import type { Asked, Needed, Position, Row, Rows } from "./types.ts";

/** Rows that a filter may look at before it answers with a shorter page and a cursor. */
const WALK = 1000;
/** Reads that it may make besides the first of each list. */
const REREADS = 20;
/** Rows that cost one half read unit, the least that a read costs. */
const LEAST = 8;
/** Lists, such as one a status, of which each is read for a whole page at once. */
const FEW = 3;

/** The page found by going through the index in its order, or through the table where that has the same order. */
export async function walk(request: Asked, needed: Needed, position: Position | undefined): Promise<Rows> {
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
    if (inRange(row.sk, request) && matches(row.terms, needed)) rows.push(row);
    last = row;
  }
}

// Of many lists a page takes a few rows each; one that gives more, or that a filter thins, is read in larger chunks. Of
// a few, one often has most: to read it twice would be a round trip more.
function listSources(request: Asked, position: Position | undefined): Source[] {
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
function tableSources(request: Asked, position: Position | undefined): Source[] {
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
