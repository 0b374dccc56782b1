import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { EditionCounts } from "./counts-schema.ts";
import { editionCounts } from "./table.ts";

/** The counts of newsletter mails, as a source of sums. */
export function editionSumSource(
  contributions: (counts: EditionCounts, zone: string) => Contributions,
): SumSource {
  return sumSource(editionCounts, { deleted: "taken back", contributions });
}
