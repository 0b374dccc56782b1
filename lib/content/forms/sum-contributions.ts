import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type Row, type Source, source } from "#core/sums/declaration.ts";
import type { Submission } from "./schema.ts";
import { submissions } from "./table.ts";

/** Submissions as what sums are reckoned from: one that is deleted was sent all the same. */
export function submissionSumSource(
  contributions: (submission: Submission, zone: string) => Contributions,
): Source {
  return source(submissions, { deleted: "kept", contributions });
}

/** Submissions in lists that they share with other kinds of records. */
export function sharedSubmissionRows(rows: (submission: Submission) => Row[]) {
  return sharedSource(submissions, rows);
}
