import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { CONSOLE_FOLDER, canBuild, INSTALL_COMMAND, sourcesHash, vitePath } from "#infra/console-files.ts";
import { measureBundles } from "./console-budgets.ts";

/** A file with a hash of the sources that passed last, so that they are not checked twice. */
const PASSED_FILE = resolve(".build/console-checked");

// Checks types and sizes of the console, or prints that its packages are missing.
if (!canBuild())
  console.info(
    `The console was not checked: its packages are not installed. They come by: ${INSTALL_COMMAND}`,
  );
else if (!existsSync(PASSED_FILE) || readFileSync(PASSED_FILE, "utf8") !== checkedState()) {
  checkConsole();
  mkdirSync(dirname(PASSED_FILE), { recursive: true });
  writeFileSync(PASSED_FILE, checkedState());
}

function checkedState(): string {
  return sourcesHash() + readFileSync(join(import.meta.dirname, "console-budgets.ts"), "utf8");
}

function checkConsole(): void {
  runCommand("node_modules/typescript/bin/tsc", "-p", CONSOLE_FOLDER);
  const folder = mkdtempSync(join(tmpdir(), "console-"));
  try {
    runCommand(vitePath(), "build", CONSOLE_FOLDER, "--outDir", folder, "--logLevel", "warn");
    const over = measureBundles(folder).filter(({ bytes, most }) => bytes > most);
    for (const { name, bytes, most } of over)
      console.error(
        `The console's ${name} has ${bytes} bytes compressed, more than the ${most} it may have.`,
      );
    if (over.length > 0) process.exit(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runCommand(...command: string[]): void {
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
