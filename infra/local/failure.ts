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

/** What the parts say of a file that is not theirs, or no longer whole. */
export const DAMAGED = /not a database|not a valid SQLite|malformed|corrupt/i;

/** The failure of a part that keeps its state in a folder: a damaged file is said to be one. */
export function partFailure(part: string, text: string, dir: string | undefined): StartFailure {
  if (dir && DAMAGED.test(text)) {
    return new StartFailure(
      `${part} cannot read what is kept in ${dir}: it is damaged. Begin again with: npm start -- --fresh`,
    );
  }
  return new StartFailure(`${part} cannot start: ${text}`);
}
