import { logger } from "#core/log.ts";

/**
 * What functions in this process log as errors from now on, the last of each message, whatever the level of the log: an
 * answer of 500 alone does not say what was at fault.
 *
 * @returns the errors by what was logged of them; `unexpected: …` are those that were answered by a 500
 */
export function loggedErrors(): ReadonlyMap<string, unknown> {
  const met = new Map<string, unknown>();
  const { error } = logger;
  logger.error = (message, ...details) => {
    for (const detail of details) {
      const cause = (detail as { error?: unknown } | undefined)?.error;
      if (cause !== undefined) met.set(`${String(message)}: ${String(cause)}`, cause);
    }
    error.call(logger, message, ...details);
  };
  return met;
}
