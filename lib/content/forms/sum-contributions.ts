import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Submission } from "./schema.ts";
import { submissions } from "./table.ts";

/** A submission counts in sums even after it is deleted: it was sent. */
export function submissionSumSource(
  contributions: (submission: Submission, zone: string) => Contributions,
): SumSource {
  return sumSource(submissions, { deleted: "kept", contributions });
}

/** Submissions as rows of lists that hold several kinds of records. */
export function sharedSubmissionRows(rows: (submission: Submission) => ListedRow[]) {
  return sharedSource(submissions, rows);
}
