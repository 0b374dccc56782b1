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

/** How many builds are kept, since an open tab may still run an earlier one. */
const MAX_BUILDS = 3;

/** Builds into a new folder in a child process, and renames it when it is complete. */
export async function buildConsole(builds: string, folder: string): Promise<string> {
  mkdirSync(builds, { recursive: true });
  const temporary = mkdtempSync(join(builds, ".building-"));
  const options = [vitePath(), "build", CONSOLE_FOLDER, "--outDir", temporary, "--logLevel", "warn"];
  // React's development build is slower and prints warnings.
  const env = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, options, { stdio: ["ignore", "ignore", "pipe"], env });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += String(chunk);
  });
  const code = await new Promise((end) => child.once("close", end));
  if (code !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error(output.slice(0, 2000));
  }
  renameSync(temporary, folder);
  for (const old of olderBuilds(builds, folder).slice(MAX_BUILDS))
    rmSync(old, { recursive: true, force: true });
  return folder;
}

/** Other builds in the folder, newest first. */
export function olderBuilds(builds: string, folder: string): string[] {
  return readdirSync(builds)
    .map((name) => join(builds, name))
    .filter((each) => each !== folder)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

/**
 * The folder of the production build, built again if the sources have changed. Installs the console's
 * packages if they are missing, as the first install of the project leaves them out. `builds`: folder of
 * builds.
 */
export async function deployedConsole(builds: string): Promise<string> {
  if (!canBuild()) installPackages();
  const folder = join(builds, sourcesHash());
  return existsSync(folder) ? folder : buildConsole(builds, folder);
}

function installPackages(): void {
  console.error(`The console's packages are installed once: ${INSTALL_COMMAND}`);
  const { status } = spawnSync(INSTALL_COMMAND, { shell: true, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0)
    throw new Error(
      `The console cannot be built: its packages were not installed. Run: ${INSTALL_COMMAND}. Without a console: the setting {"console": false}.`,
    );
}

/** Copies a build and the list of its files next to the code that publishes it. */
export function addConsoleTo(code: string, built: string): void {
  const folder = join(code, PUBLISHED_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  // Vite's manifest is for measuring only.
  cpSync(built, folder, { recursive: true, filter: (path) => !relative(built, path).startsWith(".") });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)).replaceAll("\\", "/"));
  writeFileSync(join(folder, "files.json"), JSON.stringify(files.sort()));
}
