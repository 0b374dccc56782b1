/** A failure that the user can fix, shown as one line without a stack trace. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of an error, such as `EADDRINUSE`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Messages about a damaged file, as SQLite and others word them. */
export const DAMAGED_FILE = /not a database|not a valid SQLite|malformed|corrupt/i;

/** Messages about a full disk. */
const FULL_DISK = /ENOSPC|EDQUOT|no space left|disk is full/i;

/** One line for a failure that the user can fix; the stack trace for any other. */
export function describeFailure(error: unknown, dir: string): string {
  if (FULL_DISK.test(messageOf(error))) return fullDiskFailure(dir).message;
  return error instanceof StartFailure || !(error instanceof Error) ? messageOf(error) : `${error.stack}`;
}

export function fullDiskFailure(dir: string): StartFailure {
  return new StartFailure(`The disk is full: nothing more can be kept in ${dir}. Make room and start again.`);
}

/** A failure of one part of the stack, such as its table. The message says if the part's file is damaged. */
export function partFailure(part: string, text: string, dir: string | undefined): StartFailure {
  if (dir && DAMAGED_FILE.test(text)) {
    return new StartFailure(
      `${part} cannot read what is kept in ${dir}: it is damaged. Begin again with: npm start -- --fresh`,
    );
  }
  return new StartFailure(`${part} cannot start: ${text}`);
}

/** Prints an error of a part of the local stack, such as a worker. */
export function reportFailure(part: string, error: unknown): void {
  console.error(`${part}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
