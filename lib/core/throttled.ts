/** The table, or another service of AWS, still took no more after all tries. Nothing is wrong, and a later try may go. */
export class Throttled extends Error {}

/** Seconds after which a caller may ask again. */
export const THROTTLED_SECONDS = 2;

// Each service says it under a name of its own.
const NAMES = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestThrottled",
  "SlowDown",
  "ThrottledException",
  "Throttling",
  "ThrottlingException",
  "TooManyRequestsException",
]);
const REASONS = new Set(["ThrottlingError", "ProvisionedThroughputExceeded"]);

/** Whether a reason for which DynamoDB cancelled a transaction is that it takes no more. */
export function isThrottlingReason({ Code = "" }: { Code?: string | undefined }): boolean {
  return REASONS.has(Code);
}

/**
 * Whether something failed only because a service of AWS took no more at the moment. A transaction counts where no
 * condition of it failed.
 */
export function isThrottled(error: unknown): boolean {
  if (error instanceof Throttled) return true;
  if (!(error instanceof Error)) return false;
  const { CancellationReasons = [] } = error as { CancellationReasons?: { Code?: string }[] };
  if (CancellationReasons.some(({ Code }) => Code === "ConditionalCheckFailed")) return false;
  return NAMES.has(error.name) || CancellationReasons.some(isThrottlingReason);
}
