import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Parses a command's arguments. `--help` and unknown arguments print the usage and end the process. `usage`:
 * such as `Use: npm run seed [-- --exports]`.
 */
export function readArguments<const T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // The rest of Node's message is about words that begin with a dash, which no command here takes.
    const [problem] = String(error instanceof Error ? error.message : error).split(". ");
    console.error(`${problem}.\n${usage}`);
    process.exit(1);
  }
}
