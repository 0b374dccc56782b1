/** Errors that are told of a run; one fault makes many. */
const TOLD = 20;

/**
 * Tells of each error that a function in this process did not expect, whatever the level of its log: the answer is a 500
 * that says nothing. Call it once the stack has set the level.
 */
export async function tellUnexpected(): Promise<void> {
  const { logger } = await import("#core/log.ts");
  const log = logger.error.bind(logger);
  let told = 0;
  logger.error = (message, ...details) => {
    if (message === "unexpected" && told++ < TOLD) {
      const [detail] = details;
      const error = typeof detail === "object" && "error" in detail ? detail.error : detail;
      const text = error instanceof Error ? error.stack : String(error);
      process.stderr.write(`A function met an unexpected error: ${text}\n`);
    }
    log(message, ...details);
  };
}
