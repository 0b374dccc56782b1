import { Worker } from "node:worker_threads";
import type { SesLimits } from "#infra/environment.ts";
import { partFailure } from "#infra/failure.ts";
import type { SentMail } from "./ses-capture.ts";

export interface EmulatorOptions {
  /** Folder that keeps queues, objects and mails; in memory without it. */
  dir?: string | undefined;
  region: string;
  /** Port for S3, SQS and SNS, any free one for 0; not started without it. */
  aws?: number | undefined;
  /** Port for SES, any free one for 0; not started without it. */
  ses?: number | undefined;
  /** What the SES account may send; without it there is no limit. */
  sesLimits?: SesLimits | undefined;
}

export interface QueueCounts {
  visible: number;
  inflight: number;
  delayed: number;
}

export type EmulatorRequest = "counts" | "wake" | "mails" | "stop";

export interface Emulators {
  aws?: string;
  ses?: string;
  /** What is in each queue. */
  counts(): Promise<Record<string, QueueCounts>>;
  /** Ends all long polls. */
  wake(): Promise<void>;
  /** Tells of every mail that SES takes from now on. */
  onMail(tell: (mail: SentMail) => void): Promise<void>;
  stop(): Promise<void>;
}

interface Report {
  ready?: { aws?: string; ses?: string };
  failed?: string;
  id?: number;
  answer?: Record<string, QueueCounts>;
  mail?: SentMail;
}

/** Starts fauxqs (S3, SQS, SNS) and aws-ses-v2-local (SES) on a thread of their own. */
export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  if (options.aws === undefined && options.ses === undefined) return NONE;
  const thread = new Worker(new URL("./emulators.worker.ts", import.meta.url), {
    workerData: options,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdout: true,
  });
  const asked = new Map<number, (report: Report) => void>();
  const gone = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const { aws, ses } = await new Promise<{ aws?: string; ses?: string }>((resolve, reject) => {
    const fail = (text: string) => reject(partFailure("The stand-in for S3, SQS and SES", text, options.dir));
    thread.once("error", (error) => fail(error instanceof Error ? error.message : String(error)));
    thread.on("message", (report: Report) => {
      if (report.ready) resolve(report.ready);
      if (report.failed) fail(report.failed);
      if (report.id !== undefined) asked.get(report.id)?.(report);
    });
  }).catch(async (error: unknown) => {
    await thread.terminate();
    throw error;
  });
  let last = 0;
  const ask = (what: EmulatorRequest) => {
    const id = ++last;
    const answered = new Promise<Report>((resolve) => asked.set(id, resolve));
    thread.postMessage({ id, ask: what });
    return Promise.race([answered, gone.then((): Report => ({}))]).finally(() => asked.delete(id));
  };
  let counting: Promise<Record<string, QueueCounts>> | undefined;
  const count = async () => {
    // All pumps ask at once: they get one answer, which is of a moment after each has asked.
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
      thread.on("message", ({ mail }: Report) => mail && tell(mail));
      await ask("mails");
    },
    stop: async () => {
      await ask("stop");
      await thread.terminate();
    },
  };
}

const NONE: Emulators = {
  counts: async () => ({}),
  wake: async () => undefined,
  onMail: async () => undefined,
  stop: async () => undefined,
};
