import { PictureError } from "./picture-error.ts";
import type { JobResult, PictureJob } from "./picture-process.ts";
import { transform } from "./transform.ts";

/** Runs one job after the other until the parent process disconnects. */
export function runPictureJobs(process: NodeJS.Process): void {
  process.on("message", async (job: PictureJob) => process.send?.(await resultOf(job)));
  process.on("disconnect", () => process.exit());
}

async function resultOf({ bytes, asked }: PictureJob): Promise<JobResult> {
  try {
    return await transform(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), asked);
  } catch (error) {
    if (error instanceof PictureError) return { why: error.message };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
