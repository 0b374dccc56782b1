import { type Contributions, type Source, source } from "#core/sums/declaration.ts";
import type { EditionCounts } from "./counts-schema.ts";
import { editionCounts } from "./table.ts";

/** What became of mails of newsletters, as what sums are reckoned from. */
export function countedEditions(
  contributions: (counts: EditionCounts, zone: string) => Contributions,
): Source {
  return source(editionCounts, { deleted: "taken back", contributions });
}
