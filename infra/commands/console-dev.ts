import { spawn } from "node:child_process";
import { readArguments } from "#infra/arguments.ts";
import { CONSOLE_FOLDER, canBuild, INSTALL_COMMAND, vitePath } from "#infra/console-files.ts";

// Runs the console with hot reload on its own port, against the running local stack.
readArguments(
  `Use: npm run console

Serves the console with hot reload at http://localhost:4410, against the running local stack.`,
  {},
);
if (canBuild()) {
  const child = spawn(process.execPath, [vitePath(), CONSOLE_FOLDER], {
    stdio: "inherit",
  });
  child.once("exit", (code) => process.exit(code ?? 0));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
} else {
  console.error(`The console's packages are not part of the first install. Run: ${INSTALL_COMMAND}`);
  process.exit(1);
}
