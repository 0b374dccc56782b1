import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { PlanPayment, StoredSubscriber } from "./schema.ts";
import { planPayments, subscribers } from "./table.ts";

/** A sold period still counts in sums after its newsletter is deleted. */
export function periodSumSource(
  contributions: (period: PlanPayment, zone: string) => Contributions,
): SumSource {
  return sumSource(planPayments, { deleted: "kept", contributions });
}

/** Adds subscriptions to lists that hold several kinds of records. */
export function sharedSubscriberRows(rows: (subscriber: StoredSubscriber) => ListedRow[]) {
  return sharedSource(subscribers, rows);
}
