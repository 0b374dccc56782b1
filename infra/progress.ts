import { openSync } from "node:fs";
import { WriteStream } from "node:tty";

/** Milliseconds between two looks of a progress. */
const PACE = 200;

interface Progress {
  show(done: number, of?: number, what?: string): void;
  /** Takes the line away. */
  end(): void;
}

interface ProgressOptions {
  stream?: NodeJS.WriteStream;
  /** Whether it is told in lines where there is no terminal; nothing is, unless this is set. */
  everywhere?: boolean;
}

/** A line on a terminal that says how far something is. */
export function makeProgress(
  unit: string,
  { stream = process.stderr, everywhere = false }: ProgressOptions = {},
): Progress {
  let shownAt = 0;
  if (!stream.isTTY || process.env.CI) {
    if (!everywhere) return { show() {}, end() {} };
    return { show: (done, of, what) => void stream.write(`${lineOf(unit, done, of, what)}\n`), end() {} };
  }
  return {
    show(done, of, what) {
      const now = Date.now();
      if (now - shownAt < PACE && of === undefined) return;
      shownAt = now;
      stream.write(`\r\u001b[K${lineOf(unit, done, of, what)}`);
    },
    end() {
      if (shownAt > 0) stream.write("\r\u001b[K");
    },
  };
}

function lineOf(unit: string, done: number, of: number | undefined, what: string | undefined): string {
  return `${done}${of === undefined ? "" : ` of ${of}`} ${unit}${what ? `: ${what}` : ""}`;
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
