import { openSync } from "node:fs";
import { WriteStream } from "node:tty";

/** Milliseconds between updates. */
const UPDATE_MS = 200;
/** Milliseconds for which work may run without a sign. */
const SILENT_MS = 2000;

interface Progress {
  show(done: number, of?: number, what?: string): void;
  /** Clears the line. */
  end(): void;
}

interface ProgressOptions {
  stream?: NodeJS.WriteStream;
  /** Prints lines where there is no terminal; by default nothing is printed there. */
  everywhere?: boolean;
}

/** Shows progress on one line of a terminal. */
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
      if (now - shownAt < UPDATE_MS && of === undefined) return;
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
 * Runs work that may take long. After two seconds it shows on one line what is done and for how long; where there is no
 * terminal, a line every 30 seconds.
 *
 * @param what is done, such as `Packs the client`
 */
export async function showWhile<T>(
  what: string,
  work: () => Promise<T>,
  stream: NodeJS.WriteStream = process.stderr,
): Promise<T> {
  const started = Date.now();
  const isTerminal = stream.isTTY && !process.env.CI;
  const show = () => {
    const text = `${what}: ${Math.round((Date.now() - started) / 1000)} s`;
    stream.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
  };
  let next: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    show();
    next = setInterval(show, isTerminal ? 1000 : 30_000);
  }, SILENT_MS);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(next);
    if (next && isTerminal) stream.write("\r\u001b[K");
  }
}

/**
 * A terminal even when another program reads our output, as `cdk` does; standard error if there is none.
 * Destroy it at the end: while it is open the process stays alive.
 */
export function openTerminal(): NodeJS.WriteStream {
  try {
    return new WriteStream(openSync("/dev/tty", "w"));
  } catch {
    return process.stderr;
  }
}
