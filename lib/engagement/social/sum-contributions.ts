import { type Contributions, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { StoredMetrics } from "./metrics-schema.ts";
import type { StoredPublication } from "./schema.ts";
import { metrics, publications } from "./table.ts";

export function publicationSumSource(
  contributions: (publication: StoredPublication, zone: string) => Contributions,
  deleted: SumSource["deleted"] = "taken back",
): SumSource {
  return sumSource(publications, { deleted, contributions });
}

/** Metrics still count in sums after their publication is deleted. */
export function metricsSumSource(
  contributions: (numbers: StoredMetrics, zone: string) => Contributions,
): SumSource {
  return sumSource(metrics, { deleted: "kept", contributions });
}
