import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { filesThatCallEachDomain } from "./support/deployed-part.ts";
import { SlowestFirst } from "./support/test-order.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
// What never ends is to be found, not what takes its time: slow machines are several times slower.
process.env.LOCAL_PATIENCE ??= "6";
// The same commit draws the same cases each time; those that nobody has drawn yet are for the soak.
process.env.SEED ??= seedOf(
  spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout ?? "",
);
const OTHERS = ["test/check/**", "test/contract/**", "test/browser/**", "test/doors/**"];
/** What goes through the gateway: each operation and worker, and every way to call them that all share. */
const DEPLOYED = [
  ...(process.env.DEPLOYED === "all" ? ["test/functions/**/*.test.ts"] : filesThatCallEachDomain(root)),
  "test/everything/every-endpoint.test.ts",
  "test/everything/permissions.test.ts",
  "test/everything/safe-headers.test.ts",
  "test/everything/not-found.test.ts",
  "test/everything/idempotent-json.test.ts",
];
/** What is asked again of the table by the SDK's document client, in place of all that is tuned. */
const PLAIN = [
  "test/lib/core/{plain,contention,cursor,due,guards,page,wire}.test.ts",
  "test/functions/booking/services/*.test.ts",
  "test/functions/commerce/inventory/*.test.ts",
  "test/functions/commerce/carts/{double-clicks,whole-cart}.test.ts",
  "test/functions/content/{collections,entries,forms,taxonomies}/*.test.ts",
  "test/functions/content/nodes/{nodes,content-cursors,content-filters}.test.ts",
];
/** Files that say so in their first line have a process of their own; the others share a few, and the modules in them. */
const alone = globSync("test/**/*.test.ts", { cwd: root, exclude: OTHERS }).filter((file) =>
  readFileSync(join(root, file), "utf8").startsWith("// Alone: "),
);
const shared = {
  root,
  // Most of what tests make is soon garbage: with more room for what is young, a tenth less CPU. The scripts say the same.
  execArgv: ["--max-semi-space-size=64"],
  environment: "node" as const,
  setupFiles: ["test/support/seed.ts"],
  hookTimeout: scaledTimeout(60_000),
  testTimeout: scaledTimeout(60_000),
};
const onStack = {
  ...shared,
  globalSetup: ["test/support/stack.ts"],
  setupFiles: ["test/support/seed.ts", "test/support/environment.ts"],
};

/** A seed of 31 bits from the name of a commit; 1 where git knows none. */
function seedOf(commit: string): string {
  return String(Number.parseInt(commit.slice(0, 8), 16) >>> 1 || 1);
}

export default defineConfig({
  test: {
    root,
    pool: "forks",
    // One more than the processors of a small machine: much of a run is waiting, for queues, leases and networks.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Rules about the code itself, and its snapshots: seconds, and no stack.
      {
        // The console's modules import the client, which nothing has built.
        resolve: {
          alias: [
            { find: /^@storefront-backend\/client\/(\w+)$/, replacement: join(root, "lib/client/$1.ts") },
          ],
        },
        test: {
          ...shared,
          name: "check",
          isolate: false,
          include: ["test/check/**/*.test.ts", "test/contract/**/*.test.ts"],
        },
      },
      // Both are one suite on one stack: loading the modules anew for each file is a third of its time.
      {
        test: {
          ...onStack,
          name: "suite",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...OTHERS, ...alone],
        },
      },
      { test: { ...onStack, name: "alone", include: alone } },
      // On the code that AWS gets: each function a bundle with modules and a memory of its own.
      {
        test: {
          ...onStack,
          name: "deployed",
          isolate: false,
          include: DEPLOYED,
          exclude: alone,
        },
      },
      // One line of package.json chooses the way to the table: here it is the other.
      {
        resolve: { alias: { "#core/dynamo/fast/driver.ts": join(root, "lib/core/dynamo/plain-driver.ts") } },
        test: {
          ...onStack,
          name: "plain",
          isolate: false,
          env: { NODE_OPTIONS: "--conditions=plain" },
          include: PLAIN,
          // These count the calls that guesses save.
          exclude: [...alone, "test/functions/content/entries/{rounds,hydrate-budget}.test.ts"],
        },
      },
      // What a new user does: the blocks of README and guides, each on a stack of its own.
      {
        test: {
          ...shared,
          name: "doors",
          include: ["test/doors/**/*.test.ts"],
        },
      },
      // Pages in a real browser; without one these tests are skipped, with a line that says so.
      {
        test: {
          ...onStack,
          name: "browser",
          // A walk through many screens takes its minutes.
          testTimeout: scaledTimeout(120_000),
          include: ["test/browser/**/*.test.ts"],
        },
      },
    ],
  },
});
