import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { CONSOLE_FOLDER, canBuild, INSTALL_COMMAND, sourcesHash, vitePath } from "./console-files.ts";
import { PUBLISHED_FOLDER } from "./console-policy.ts";

/** Builds that are kept: of the last sources, and of the ones before, which a tab may still be running. */
const KEPT = 3;

/** Builds beside what is there, in a child process, and puts it in place when it is whole. */
export async function buildConsole(builds: string, folder: string): Promise<string> {
  mkdirSync(builds, { recursive: true });
  const made = mkdtempSync(join(builds, ".building-"));
  const options = [vitePath(), "build", CONSOLE_FOLDER, "--outDir", made, "--logLevel", "warn"];
  // As on AWS, whatever the stack runs in: React has another build for tests, which is slower and warns.
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, options, { stdio: ["ignore", "ignore", "pipe"], env });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += String(chunk);
  });
  const code = await new Promise((end) => child.once("close", end));
  if (code !== 0) {
    rmSync(made, { recursive: true, force: true });
    throw new Error(said.slice(0, 2000));
  }
  renameSync(made, folder);
  for (const old of olderBuilds(builds, folder).slice(KEPT)) rmSync(old, { recursive: true, force: true });
  return folder;
}

/** The other builds beside one, the newest first. */
export function olderBuilds(builds: string, folder: string): string[] {
  return readdirSync(builds)
    .map((name) => join(builds, name))
    .filter((each) => each !== folder)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

/**
 * The console as it is deployed, built if its sources are others than at the last build. Its packages are no part of the
 * project's first install: a deployment from a fresh clone installs them.
 *
 * @param builds folder of builds
 */
export async function deployedConsole(builds: string): Promise<string> {
  if (!canBuild()) install();
  const folder = join(builds, sourcesHash());
  return existsSync(folder) ? folder : buildConsole(builds, folder);
}

function install(): void {
  console.error(`The console's packages are installed once: ${INSTALL_COMMAND}`);
  const { status } = spawnSync(INSTALL_COMMAND, { shell: true, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0)
    throw new Error(
      `The console cannot be built: its packages were not installed. Run: ${INSTALL_COMMAND}. Without a console: the setting {"console": false}.`,
    );
}

/** Puts a build, and a list of its files, beside the code that publishes it. */
export function addConsoleTo(code: string, built: string): void {
  const folder = join(code, PUBLISHED_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  // What the build says of itself is for those who measure it.
  cpSync(built, folder, { recursive: true, filter: (path) => !relative(built, path).startsWith(".") });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)).replaceAll("\\", "/"));
  writeFileSync(join(folder, "files.json"), JSON.stringify(files.sort()));
}
