/** A reason not to start that a person can act on: shown as one line, without a stack trace. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of an error, such as `EADDRINUSE`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** What the parts say of a file that is not theirs, or no longer whole. */
export const DAMAGED_FILE = /not a database|not a valid SQLite|malformed|corrupt/i;

/** What the system and the parts say where nothing more can be written. */
const FULL = /ENOSPC|EDQUOT|no space left|disk is full/i;

/** One line for what a person can mend; the whole story for what is our own mistake. */
export function describeFailure(error: unknown, dir: string): string {
  if (FULL.test(messageOf(error))) return fullDisk(dir).message;
  return error instanceof StartFailure || !(error instanceof Error) ? messageOf(error) : `${error.stack}`;
}

/** The failure of a stack that cannot keep its state. */
export function fullDisk(dir: string): StartFailure {
  return new StartFailure(`The disk is full: nothing more can be kept in ${dir}. Make room and start again.`);
}

/** The failure of a part that keeps its state in a folder: a damaged file is said to be one. */
export function partFailure(part: string, text: string, dir: string | undefined): StartFailure {
  if (dir && DAMAGED_FILE.test(text)) {
    return new StartFailure(
      `${part} cannot read what is kept in ${dir}: it is damaged. Begin again with: npm start -- --fresh`,
    );
  }
  return new StartFailure(`${part} cannot start: ${text}`);
}
