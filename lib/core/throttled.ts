/** An AWS service still throttled after all tries. Nothing is wrong, and a later try may succeed. */
export class Throttled extends Error {}

/** Seconds in `Retry-After` of a throttled call. */
export const THROTTLED_SECONDS = 2;

// Each AWS service has its own name for throttling.
const ERROR_NAMES = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestThrottled",
  "SlowDown",
  "ThrottledException",
  "Throttling",
  "ThrottlingException",
  "TooManyRequestsException",
]);
const CANCEL_REASONS = new Set(["ThrottlingError", "ProvisionedThroughputExceeded"]);

/** Whether DynamoDB cancelled a transaction because of throttling. */
export function isThrottlingReason({ Code = "" }: { Code?: string | undefined }): boolean {
  return CANCEL_REASONS.has(Code);
}

/**
 * Whether something failed only because an AWS service throttled. A cancelled transaction counts if none of its
 * conditions failed.
 */
export function isThrottled(error: unknown): boolean {
  if (error instanceof Throttled) return true;
  if (!(error instanceof Error)) return false;
  const { CancellationReasons = [] } = error as { CancellationReasons?: { Code?: string }[] };
  if (CancellationReasons.some(({ Code }) => Code === "ConditionalCheckFailed")) return false;
  return ERROR_NAMES.has(error.name) || CancellationReasons.some(isThrottlingReason);
}
