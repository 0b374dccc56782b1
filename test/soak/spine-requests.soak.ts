import { join } from "node:path";
import { operations } from "#functions/manifest.ts";
import type { SoakRun } from "#test/soak.ts";
import { runProcess } from "#test/support/child-process.ts";

export const name = "random requests";
export { noFunctions as manifest } from "./manifests.ts";

const REQUESTS = Number(process.env.SIZE ?? 100_000);
const PROCESSES = 2;
const PROCESS = join(import.meta.dirname, "spine-requests-process.ts");

type RequestReport = { byStatus: Record<number, number>; succeeded: string[]; late: number };

export async function run({ seed }: SoakRun): Promise<string> {
  const each = Math.ceil(REQUESTS / PROCESSES);
  const results = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) => runProcess<RequestReport>(PROCESS, [seed + index, each])),
  );
  const byStatus: Record<string, number> = {};
  for (const { byStatus: own } of results) {
    for (const [status, count] of Object.entries(own)) byStatus[status] = (byStatus[status] ?? 0) + count;
  }
  const succeeded = new Set(results.flatMap((one) => one.succeeded));
  const never = operations.map(({ id }) => id).filter((id) => !succeeded.has(id));
  console.log(`  Operations that answered no success: ${never.join(", ") || "none"}`);
  return `${each * PROCESSES} requests, no 5xx: ${JSON.stringify(byStatus)}; ${succeeded.size} of ${operations.length} operations succeeded; the table was late ${results.reduce((sum, { late }) => sum + late, 0)} times`;
}
