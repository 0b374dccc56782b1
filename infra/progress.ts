import { openSync } from "node:fs";
import { WriteStream } from "node:tty";

/** Milliseconds between two looks of a progress. */
const PACE = 200;

interface Progress {
  show(done: number, of?: number, what?: string): void;
  /** Takes the line away. */
  end(): void;
}

/** A line on a terminal that says how far something is; nothing where there is no terminal. */
export function makeProgress(unit: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  let shownAt = 0;
  if (!stream.isTTY || process.env.CI) return { show() {}, end() {} };
  return {
    show(done, of, what) {
      const now = Date.now();
      if (now - shownAt < PACE && of === undefined) return;
      shownAt = now;
      stream.write(
        `\r\u001b[K${done}${of === undefined ? "" : ` of ${of}`} ${unit}${what ? `: ${what}` : ""}`,
      );
    },
    end() {
      if (shownAt > 0) stream.write("\r\u001b[K");
    },
  };
}

/**
 * The terminal of a program whose output another one reads, as `cdk` reads that of its app; standard error where there
 * is none. Destroy it at the end: the program goes on while it is open.
 */
export function terminal(): NodeJS.WriteStream {
  try {
    return new WriteStream(openSync("/dev/tty", "w"));
  } catch {
    return process.stderr;
  }
}
