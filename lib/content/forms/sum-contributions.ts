import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Submission } from "./schema.ts";
import { submissions } from "./table.ts";

/** A deleted submission still counts in sums, because it was sent. */
export function submissionSumSource(
  contributions: (submission: Submission, zone: string) => Contributions,
): SumSource {
  return sumSource(submissions, { deleted: "kept", contributions });
}

/** Adds submissions to lists that hold several kinds of records. */
export function sharedSubmissionRows(rows: (submission: Submission) => ListedRow[]) {
  return sharedSource(submissions, rows);
}
