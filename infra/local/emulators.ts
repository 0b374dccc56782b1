import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { SesLimits } from "#infra/environment.ts";
import { partFailure } from "#infra/failure.ts";
import { KEEP_WASM_WRAPPERS } from "#infra/wasm-wrappers.ts";
import type { SentMail } from "./ses-capture.ts";

export interface EmulatorOptions {
  /** Folder for queues, objects and mails; in memory without it. */
  dir?: string | undefined;
  region: string;
  /** Port for S3, SQS and SNS, 0 for any free one; undefined to start none of them. */
  aws?: number | undefined;
  /** Port for SES, 0 for any free one; undefined to start no SES. */
  ses?: number | undefined;
  /** Limits of the SES account; none by default. */
  sesLimits?: SesLimits | undefined;
}

export type QueueCounts = { visible: number; inflight: number; delayed: number };

export type EmulatorRequest = "counts" | "wake" | "mails" | "stop";

export interface Emulators {
  aws?: string;
  ses?: string;
  counts(): Promise<Record<string, QueueCounts>>;
  wake(): Promise<void>;
  /** Calls `tell` for every mail from now on. */
  onMail(tell: (mail: SentMail) => void): Promise<void>;
  stop(): Promise<void>;
}

interface WorkerReport {
  ready?: { aws?: string; ses?: string };
  failed?: string;
  id?: number;
  answer?: Record<string, QueueCounts>;
  mail?: SentMail;
}

export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  if (options.aws === undefined && options.ses === undefined) return NO_EMULATORS;
  setFlagsFromString(KEEP_WASM_WRAPPERS);
  const thread = new Worker(new URL("./emulators.worker.ts", import.meta.url), {
    workerData: options,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdout: true,
  });
  const pending = new Map<number, (report: WorkerReport) => void>();
  const gone = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const { aws, ses } = await new Promise<{ aws?: string; ses?: string }>((resolve, reject) => {
    const fail = (text: string) => reject(partFailure("The stand-in for S3, SQS and SES", text, options.dir));
    thread.once("error", (error) => fail(error instanceof Error ? error.message : String(error)));
    thread.on("message", (report: WorkerReport) => {
      if (report.ready) resolve(report.ready);
      if (report.failed) fail(report.failed);
      if (report.id !== undefined) pending.get(report.id)?.(report);
    });
  }).catch(async (error: unknown) => {
    await thread.terminate();
    throw error;
  });
  let last = 0;
  const ask = (what: EmulatorRequest) => {
    const id = ++last;
    const answer = new Promise<WorkerReport>((resolve) => pending.set(id, resolve));
    thread.postMessage({ id, ask: what });
    return Promise.race([answer, gone.then((): WorkerReport => ({}))]).finally(() => pending.delete(id));
  };
  let counting: Promise<Record<string, QueueCounts>> | undefined;
  const count = async () => {
    // Many callers ask for counts at once. They share one reply, which is computed after all have asked.
    await new Promise((resolve) => setImmediate(resolve));
    counting = undefined;
    return (await ask("counts")).answer ?? {};
  };
  return {
    aws,
    ses,
    counts: () => (counting ??= count()),
    wake: async () => void (await ask("wake")),
    onMail: async (tell) => {
      thread.on("message", ({ mail }: WorkerReport) => mail && tell(mail));
      await ask("mails");
    },
    stop: async () => {
      await ask("stop");
      await thread.terminate();
    },
  };
}

const NO_EMULATORS: Emulators = {
  counts: async () => ({}),
  wake: async () => undefined,
  onMail: async () => undefined,
  stop: async () => undefined,
};
