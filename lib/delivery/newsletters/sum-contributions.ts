import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { PlanPayment, StoredSubscriber } from "./schema.ts";
import { planPayments, subscribers } from "./table.ts";

/** Paid periods of plans as what sums are reckoned from: one of a newsletter that is deleted was sold all the same. */
export function periodSumSource(
  contributions: (period: PlanPayment, zone: string) => Contributions,
): SumSource {
  return sumSource(planPayments, { deleted: "kept", contributions });
}

/** Subscriptions in lists that they share with other kinds of records. */
export function sharedSubscriberRows(rows: (subscriber: StoredSubscriber) => ListedRow[]) {
  return sharedSource(subscribers, rows);
}
