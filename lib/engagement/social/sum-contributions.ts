import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { StoredMetrics } from "./metrics-schema.ts";
import type { StoredPublication } from "./schema.ts";
import { metrics, publications } from "./table.ts";

/** Publications as what sums are reckoned from. */
export function publicationSumSource(
  contributions: (publication: StoredPublication, zone: string) => Contributions,
  deleted: SumSource["deleted"] = "taken back",
): SumSource {
  return sumSource(publications, { deleted, contributions });
}

/** The numbers of publications as what sums are reckoned from: what was seen of one that is deleted was seen. */
export function metricsSumSource(
  contributions: (numbers: StoredMetrics, zone: string) => Contributions,
): SumSource {
  return sumSource(metrics, { deleted: "kept", contributions });
}
