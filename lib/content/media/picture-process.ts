import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import type { Transformation } from "./parameters.ts";
import { PictureError } from "./picture-error.ts";

export interface Picture {
  bytes: Buffer;
  mime: string;
}

/** The message to a picture process, which does one job at a time. */
export interface PictureJob {
  bytes: Uint8Array;
  asked: Transformation;
}

/** A picture process's reply: the picture, or `why` it is refused, or how the process `failed`. */
export type JobResult = { bytes: Uint8Array; mime: string } | { why: string } | { failed: string };

/** Milliseconds until a picture's process is killed; libvips stops most pictures before. */
const TIMEOUT_MS = 15_000;
/**
 * Most processes at a time; further pictures wait for one. A start takes 0.6 s of a processor and a picture 0.05 s. On
 * AWS a function has one request at a time, so only a local stack ever has more than one.
 */
const MAX_PROCESSES = 2;

const idleProcesses: ChildProcess[] = [];
const waitingJobs: (() => void)[] = [];
let runningJobs = 0;

/**
 * Transforms a picture in a process that is killed when it takes too long: the SVG renderer cannot be stopped, and
 * strangers choose its input. The process has no credentials and no settings.
 *
 * @param file source of the process, `transform-image.thread.ts`
 * @param longest milliseconds until the process is killed, from the start of the job
 */
export async function transformInProcess(
  file: URL,
  job: PictureJob,
  longest = scaledTimeout(TIMEOUT_MS),
): Promise<Picture> {
  const made = await whenFree(() => runJob(idleProcesses.pop() ?? startProcess(file), job, longest));
  if ("why" in made) throw new PictureError(made.why);
  if ("failed" in made) throw new Error(made.failed);
  return {
    bytes: Buffer.from(made.bytes.buffer, made.bytes.byteOffset, made.bytes.byteLength),
    mime: made.mime,
  };
}

async function whenFree<T>(run: () => Promise<T>): Promise<T> {
  if (runningJobs < MAX_PROCESSES) runningJobs += 1;
  else await new Promise<void>((go) => waitingJobs.push(go));
  try {
    return await run();
  } finally {
    const next = waitingJobs.shift();
    if (next) next();
    else runningJobs -= 1;
  }
}

function startProcess(file: URL): ChildProcess {
  return fork(fileURLToPath(file), { env: {}, execArgv: [], serialization: "advanced", stdio: "ignore" });
}

function runJob(child: ChildProcess, job: PictureJob, longest: number): Promise<JobResult> {
  return new Promise((resolve) => {
    const end = (made: JobResult) => {
      clearTimeout(late);
      child.removeAllListeners();
      resolve(made);
    };
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      end({ why: "it takes too long" });
    }, longest);
    child.once("message", (made: JobResult) => {
      end(made);
      storeProcess(child);
    });
    child.once("error", ({ message }) => end({ failed: message }));
    // A process that dies during a job ran out of memory.
    child.once("exit", () => end({ why: "it takes too much memory" }));
    child.ref();
    child.channel?.ref();
    child.send(job);
  });
}

/** Stores an idle process for the next picture, so that it does not keep this process from ending. */
function storeProcess(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  child.once("exit", () => {
    const place = idleProcesses.indexOf(child);
    if (place >= 0) idleProcesses.splice(place, 1);
  });
  idleProcesses.push(child);
}
