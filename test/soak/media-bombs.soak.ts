import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "#infra/local/ports.ts";
import type { BombReport } from "./media-bombs-process.ts";

export const name = "pictures made to break the code that reads them";

const MAX_MILLISECONDS = 3000;
const MAX_BYTES = 512 * 1024 * 1024;
const PROCESS_FILE = join(import.meta.dirname, "media-bombs-process.ts");

export async function run(): Promise<string> {
  const { outcomes, requests, peak } = await runBombs();
  const slow = outcomes.filter(({ milliseconds }) => milliseconds > MAX_MILLISECONDS);
  if (slow.length > 0) throw new Error(`Took too long: ${JSON.stringify(slow)}`);
  if (requests > 0) throw new Error(`${requests} requests were made by what is in the pictures.`);
  if (peak > MAX_BYTES) throw new Error(`${Math.round(peak / 1e6)} MB of memory are too many.`);
  const longest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds));
  const refused = outcomes.filter(({ result }) => result.startsWith("refused"));
  return `${outcomes.length} pictures, ${refused.length} refused clearly; longest ${Math.round(longest)} ms, peak ${Math.round(peak / 1e6)} MB, no request`;
}

async function runBombs(): Promise<BombReport> {
  const folder = mkdtempSync(join(tmpdir(), "bombs-"));
  // The pictures refer to a server in the process that handles them.
  const env = { ...process.env, BOMBS_PORT: String(await freePort(0)) };
  try {
    const exec = promisify(execFile);
    await exec(process.execPath, [PROCESS_FILE, "make", folder], { env });
    const { stdout } = await exec(process.execPath, [PROCESS_FILE, "take", folder], {
      env,
      maxBuffer: 1 << 24,
    });
    return JSON.parse(stdout) as BombReport;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
