import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { PlanPayment, StoredSubscriber } from "./schema.ts";
import { planPayments, subscribers } from "./table.ts";

/** A paid period counts in sums even after its newsletter is deleted: it was sold. */
export function periodSumSource(
  contributions: (period: PlanPayment, zone: string) => Contributions,
): SumSource {
  return sumSource(planPayments, { deleted: "kept", contributions });
}

/** Subscriptions as rows of lists that hold several kinds of records. */
export function sharedSubscriberRows(rows: (subscriber: StoredSubscriber) => ListedRow[]) {
  return sharedSource(subscribers, rows);
}
