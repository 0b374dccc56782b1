import { Worker } from "node:worker_threads";
import * as z from "zod";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { END_AFTER_MS, INTERRUPT_AFTER_MS } from "./limits.ts";
import type { DataAnswer, Task } from "./messages.ts";
import { CODES } from "./schema.ts";

const MessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("call"), call: z.string() }),
  z.object({ kind: z.literal("done"), output: z.string(), logs: z.array(z.string()) }),
  z.object({ kind: z.literal("failed"), code: z.enum(CODES), detail: z.string(), logs: z.array(z.string()) }),
]);

export type RunResult = Exclude<z.output<typeof MessageSchema>, { kind: "call" }>;

let compiledEngine: Promise<WebAssembly.Module> | undefined;

/**
 * Runs a script in its own thread, which is terminated afterwards, so that no run can affect the next.
 *
 * @param thread file of the thread
 * @param input JSON
 * @param answer executes a `data` call
 */
export async function runInThread(
  thread: URL,
  script: string,
  input: string,
  answer: (call: string) => Promise<DataAnswer>,
): Promise<RunResult> {
  compiledEngine ??= import("./engine-file.ts").then(({ ENGINE }) => WebAssembly.compile(ENGINE));
  const signal = new SharedArrayBuffer(4);
  const task: Task = {
    engine: await compiledEngine,
    script,
    input,
    deadline: Date.now() + scaledTimeout(INTERRUPT_AFTER_MS),
    signal,
  };
  const worker = new Worker(thread, {
    workerData: task,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { stackSizeMb: 4, maxOldGenerationSizeMb: 64 },
  });
  try {
    return await runToEnd(worker, signal, answer);
  } finally {
    await worker.terminate();
  }
}

function runToEnd(
  worker: Worker,
  signal: SharedArrayBuffer,
  answer: (call: string) => Promise<DataAnswer>,
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const failed = (code: "TIMEOUT" | "MEMORY") => resolve({ kind: "failed", code, detail: "", logs: [] });
    const late = setTimeout(() => failed("TIMEOUT"), scaledTimeout(END_AFTER_MS));
    const endWith = (end: RunResult) => {
      clearTimeout(late);
      resolve(end);
    };
    worker.on("message", async (message: unknown) => {
      const parsed = MessageSchema.parse(message);
      if (parsed.kind !== "call") return endWith(parsed);
      worker.postMessage(await answer(parsed.call));
      Atomics.store(new Int32Array(signal), 0, 1);
      Atomics.notify(new Int32Array(signal), 0);
    });
    worker.on("error", (error) => {
      clearTimeout(late);
      // The thread reports when the engine is out of memory. An error here is Node's limit or a bug of ours.
      if (isMemoryError(error)) failed("MEMORY");
      else reject(error);
    });
  });
}

function isMemoryError(error: Error & { code?: string }): boolean {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY" || error instanceof RangeError;
}
