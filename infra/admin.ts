import { parseArgs } from "node:util";
import { makeSuper } from "#lib/tenancy/people/super.ts";
import { configOf, physicalName } from "./config.ts";
import { applyEnvironment } from "./local/environment.ts";
import { runningEnvironment } from "./local/running.ts";

const USAGE = "Use: npm run admin -- make-super <email> [-c env=dev|staging|prod]";

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { context: { type: "string", short: "c" } },
  });
  const [command, email] = positionals;
  if (command !== "make-super" || !email) throw new Error(USAGE);
  await aim(values.context);
  const now = () => Math.floor(Date.now() / 1000);
  const id = await makeSuper({ now }, email.trim().toLowerCase());
  console.log(
    `${email} (${id}) is super from the next sign-in, and within 30 seconds in sessions that are open.`,
  );
} catch (error) {
  const problem = error instanceof Error ? error.message : String(error);
  console.error(
    /not found/i.test(problem)
      ? `No person has proven that address: sign in once with it. (${problem})`
      : problem,
  );
  process.exitCode = 1;
}
// Clients that stay open for a next call would hold the process.
process.exit();

/** The table of an environment on AWS, by the caller's own credentials; else that of the stack that runs here. */
async function aim(context?: string): Promise<void> {
  if (context !== undefined) {
    const [name, environment = ""] = context.split("=");
    if (name !== "env") throw new Error(USAGE);
    process.env.TABLE_NAME = physicalName(configOf(environment), "table");
    return;
  }
  const running = await runningEnvironment();
  if (!running)
    throw new Error("No stack runs here: npm start, or name an environment with -c env=dev|staging|prod.");
  applyEnvironment(running);
}
