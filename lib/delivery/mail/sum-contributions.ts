import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { EditionCounts } from "./counts-schema.ts";
import { editionCounts } from "./table.ts";

/** What became of mails of newsletters, as what sums are reckoned from. */
export function editionSumSource(
  contributions: (counts: EditionCounts, zone: string) => Contributions,
): SumSource {
  return sumSource(editionCounts, { deleted: "taken back", contributions });
}
