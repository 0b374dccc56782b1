import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Submission } from "./schema.ts";
import { submissions } from "./table.ts";

/** Submissions as what sums are reckoned from: one that is deleted was sent all the same. */
export function submissionSumSource(
  contributions: (submission: Submission, zone: string) => Contributions,
): SumSource {
  return sumSource(submissions, { deleted: "kept", contributions });
}

/** Submissions in lists that they share with other kinds of records. */
export function sharedSubmissionRows(rows: (submission: Submission) => ListedRow[]) {
  return sharedSource(submissions, rows);
}
