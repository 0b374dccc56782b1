import type { Code } from "./schema.ts";

/** What a thread is started with. */
export interface Task {
  engine: WebAssembly.Module;
  script: string;
  /** JSON. */
  input: string;
  /** Milliseconds since 1970. */
  deadline: number;
  /** Holds 1 at its only place once the answer to a call of `data` lies at the port. */
  signal: SharedArrayBuffer;
}

/** What a thread says. */
export type ThreadMessage =
  | { kind: "call"; call: string }
  | { kind: "done"; output: string; logs: string[] }
  | { kind: "failed"; code: Code; detail: string; logs: string[] };

/** The answer to a call of `data`: its JSON, or why there is none. */
export type DataAnswer = { json: string } | { refused: string };

/** What a run has used so far, and why it has to end whatever the script catches. */
export interface RunState {
  fatal: Code | undefined;
  logs: string[];
  logBytes: number;
  dataCalls: number;
}
