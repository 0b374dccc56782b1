import { exec } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(exec);
const CLIENT_FOLDER = join(import.meta.dirname, "../../lib/client");

/** Builds the npm package of the client. Returns the file's name. */
export async function packClient(folder: string): Promise<string> {
  // Windows starts npm only through a shell, which would split a path with a space. A variable has no such limit.
  const env = { ...process.env, npm_config_pack_destination: folder };
  const { stdout } = await run("npm pack --silent", { cwd: CLIENT_FOLDER, env });
  return stdout.trim().split("\n").at(-1) ?? "";
}
