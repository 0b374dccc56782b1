import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { freePort } from "#infra/local/ports.ts";
import type { Stack } from "#infra/local/stack.ts";
import type { SoakRun } from "#test/soak.ts";

export const name = "the suite on Amazon's own DynamoDB Local";

const HOW_TO_RUN =
  "not run: it needs Java 17 and DYNAMODB_LOCAL, the folder of DynamoDBLocal.jar, from Amazon or in the npm package amplify-dynamodb-simulator (its own licence forbids shipping it here)";
/** Titles of tests about capacity units, which another engine counts differently. */
const UNIT_TEST_TITLE = /\bunits?\b/i;

const Report = z.object({
  numTotalTests: z.int(),
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** SUITE in the environment names the test files, separated by spaces; all files if unset. */
export async function run({ stack, seed }: SoakRun): Promise<string> {
  const folder = process.env.DYNAMODB_LOCAL ?? "";
  const hasJava = spawnSync("java", ["-version"]).status === 0;
  if (!hasJava || !existsSync(join(folder, "DynamoDBLocal.jar"))) return HOW_TO_RUN;
  const port = await freePort();
  const words = ["-Djava.library.path=./DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar"];
  const engine = spawn("java", [...words, "-inMemory", "-port", String(port)], {
    cwd: folder,
    stdio: "ignore",
  });
  const temporary = mkdtempSync(join(tmpdir(), "dynamodb-local-"));
  try {
    const endpoint = `http://127.0.0.1:${port}`;
    await waitUntilListening(endpoint);
    const file = join(temporary, "report.json");
    await runSuite(stack, endpoint, file, seed);
    return suiteVerdict(Report.parse(JSON.parse(readFileSync(file, "utf8"))));
  } finally {
    engine.kill();
    rmSync(temporary, { recursive: true });
  }
}

function suiteVerdict({ numTotalTests, numPassedTests, testResults }: z.infer<typeof Report>): string {
  const broken = testResults
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
    .map((each) => `${each.name}: ${each.message.split("\n")[0]}`);
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split("\n")[0]}`),
  );
  const wrong = [...broken, ...failed.filter((title) => !UNIT_TEST_TITLE.test(title))];
  if (wrong.length > 0) throw new Error(`${wrong.length} of ${numTotalTests}:\n${wrong.join("\n")}`);
  return `${numPassedTests} of ${numTotalTests} tests; ${failed.length} count capacity otherwise`;
}

function runSuite({ environment }: Stack, endpoint: string, file: string, seed: number): Promise<void> {
  // The suite starts its own stack, so this stack's variables are removed.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !(key in environment)));
  const files = (process.env.SUITE ?? "").split(" ").filter(Boolean);
  const words = [
    "run",
    "-c",
    "test/vitest.config.ts",
    "--project",
    "suite",
    "--project",
    "alone",
    "--reporter=json",
  ];
  const program = join("node_modules", "vitest", "vitest.mjs");
  const child = spawn(process.execPath, [program, ...words, `--outputFile=${file}`, ...files], {
    env: { ...env, SEED: String(seed), AWS_ENDPOINT_URL_DYNAMODB: endpoint },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

async function waitUntilListening(endpoint: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answers = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("DynamoDB Local does not answer.");
}
