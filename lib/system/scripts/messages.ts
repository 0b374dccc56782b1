import type { Code } from "./schema.ts";

export interface Task {
  engine: WebAssembly.Module;
  script: string;
  /** JSON. */
  input: string;
  /** Milliseconds since 1970. */
  deadline: number;
  /** Becomes 1 when the answer to a `data` call is at the port. */
  signal: SharedArrayBuffer;
}

/** A message of the thread. */
export type ThreadMessage =
  | { kind: "call"; call: string }
  | { kind: "done"; output: string; logs: string[] }
  | { kind: "failed"; code: Code; detail: string; logs: string[] };

/** The JSON of a `data` answer, or why it was refused. */
export type DataAnswer = { json: string } | { refused: string };

/** What a run has used, and why it must end even if the script catches errors. */
export interface RunState {
  fatal: Code | undefined;
  logs: string[];
  logBytes: number;
  dataCalls: number;
}
