import { logger } from "#core/log.ts";

/**
 * Collects errors that functions in this process log, whatever the log level: a 500 alone does not show the
 * cause. Returns the logged errors by message; `unexpected: …` are those answered by a 500.
 */
export function loggedErrors(): ReadonlyMap<string, unknown> {
  const errors = new Map<string, unknown>();
  const { error } = logger;
  logger.error = (message, ...details) => {
    for (const detail of details) {
      const cause = (detail as { error?: unknown } | undefined)?.error;
      if (cause !== undefined) errors.set(`${String(message)}: ${String(cause)}`, cause);
    }
    error.call(logger, message, ...details);
  };
  return errors;
}
