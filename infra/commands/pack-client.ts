import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CLIENT_FOLDER = join(import.meta.dirname, "../../lib/client");

/** Builds the npm package of the client. Returns the file's name. */
export async function packClient(folder: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: CLIENT_FOLDER,
    shell: process.platform === "win32",
  });
  return stdout.trim().split("\n").at(-1) ?? "";
}
