import { PictureError } from "./picture-error.ts";
import type { Job, Made } from "./picture-process.ts";
import { transform } from "./transform.ts";

/** Answers one job after the other until the process that asks goes. */
export function answerJobs(process: NodeJS.Process): void {
  process.on("message", async (job: Job) => process.send?.(await madeOf(job)));
  process.on("disconnect", () => process.exit());
}

async function madeOf({ bytes, asked }: Job): Promise<Made> {
  try {
    return await transform(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), asked);
  } catch (error) {
    if (error instanceof PictureError) return { why: error.message };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
