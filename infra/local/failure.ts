/** A reason not to start that a person can act on: shown as one line, without a stack trace. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** The text of anything that was thrown. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of an error, such as `EADDRINUSE`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
