import { type ParseArgsConfig, parseArgs } from "node:util";
import { StartFailure } from "./failure.ts";

/**
 * Reads the arguments of a command. `--help` prints how the command is used, and ends it; an argument that it does not
 * know is refused with the same words.
 *
 * @param usage such as `Use: npm run seed [-- --exports]`
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
    // Node adds how one would pass a word that begins with a dash, which no command of ours takes.
    const [problem] = String(error instanceof Error ? error.message : error).split(". ");
    throw new StartFailure(`${problem}.\n${usage}`);
  }
}
