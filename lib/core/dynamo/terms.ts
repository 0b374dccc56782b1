import { cutText } from "#core/cut-text.ts";
import { shardOf } from "./key.ts";
import type { Write } from "./transact.ts";

/** Most words of a record that a search finds; further ones are ignored. */
const MAX_WORDS = 8;
/** Characters of a word that a search compares. */
const MAX_WORD_LENGTH = 32;

const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;

/** Lower-case words of some texts, in order, without repeats: NFKC, split at everything but letters and digits. */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const all = texts.flatMap((text) => (text ?? "").normalize("NFKC").toLowerCase().split(SEPARATORS));
  return [...new Set(all.filter(Boolean).map((word) => cutText(word, MAX_WORD_LENGTH)))];
}

/** The search terms of a record: its first words, and facets such as `facet("type", "page")`. */
export function searchTerms(texts: (string | null | undefined)[], facets: string[] = []): string[] {
  return [...facets, ...searchWords(...texts).slice(0, MAX_WORDS)];
}

/** A term for filters: it is matched whole, and no word can equal it. */
export function facet(name: string, value: string | number | boolean): string {
  return `=${name}:${cutText(String(value), 200)}`;
}

/** A term without an own row, which costs no write. It filters a list that another facet or a word has found. */
export function narrowingFacet(name: string, value: string | number | boolean): string {
  return `${NO_ROW_PREFIX}${name}:${cutText(String(value), 200)}`;
}

/** A word without a row of its own, which costs no write: a search finds it only by walking the index. */
export function narrowingWord(word: string): string {
  return `${NO_ROW_WORD}${word.toLowerCase()}`;
}

/** Whether a term begins with a prefix, with or without a row of its own. */
export function termBeginsWith(term: string, prefix: string): boolean {
  return term.startsWith(prefix) || term.startsWith(`${NO_ROW_WORD}${prefix}`);
}

/** Whether a term has a row of its own, so that a list can begin with it. */
export function hasTermRow(term: string): boolean {
  return !term.startsWith(NO_ROW_PREFIX);
}

const NO_ROW_PREFIX = "~";
const NO_ROW_WORD = `${NO_ROW_PREFIX}word:`;

const TERM_ROWS = "#TERM";

export function termPartitions(pk: string, shards = 1): string[] {
  return Array.from({ length: shards }, (_, shard) => termPartition(pk, shard, shards));
}

/** The partition of the records that a partition of term rows belongs to. */
export function recordPartition(termPk: string): string {
  return termPk.slice(0, termPk.lastIndexOf(TERM_ROWS));
}

function termPartition(pk: string, shard: number, shards: number): string {
  return `${pk}${TERM_ROWS}${shards === 1 ? "" : `#${shard}/${shards}`}`;
}

/**
 * The writes that update a record's term rows. A row is `{term}#{sk}` below the record's partition. It carries what a
 * list filters and sorts by and what seldom changes, so that most updates touch no row.
 */
export function termWrites(
  { termShards = 1 }: { termShards?: number },
  after: Record<string, unknown> | undefined,
  before: Record<string, unknown> | undefined,
): Write[] {
  const old = termRows(before, termShards);
  const fresh = termRows(after, termShards);
  const writes: Write[] = [];
  for (const [key, row] of fresh) {
    if (JSON.stringify(old.get(key)) !== JSON.stringify(row)) writes.push({ entity: "term", put: row });
  }
  for (const [key, row] of old) {
    if (!fresh.has(key)) {
      writes.push({ entity: "term", remove: { pk: String(row.pk), sk: String(row.sk) } });
    }
  }
  return writes;
}

function termRows(
  item: Record<string, unknown> | undefined,
  shards: number,
): Map<string, Record<string, unknown>> {
  const shard = shardOf(String(item?.sk), shards);
  const all = (item?.terms ?? []) as string[];
  return new Map(
    all.filter(hasTermRow).map((term) => {
      const sk = `${term}#${String(item?.sk)}`;
      const { list: of_list = null, child: of_child = null, by_key: of_key = null } = item ?? {};
      return [
        sk,
        {
          pk: termPartition(String(item?.pk), shard, shards),
          sk,
          _t: "term",
          of: item?.sk,
          terms: all,
          of_list,
          of_child,
          of_key,
        },
      ];
    }),
  );
}
