import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { KEEP_WASM_WRAPPERS } from "#infra/wasm-wrappers.ts";
import { filesThatCallEachDomain } from "./support/deployed-part.ts";
import { ListedFirst } from "./support/test-order.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
// Long timeouts: they should catch what never ends, not slow machines.
process.env.LOCAL_PATIENCE ??= "6";
// A commit always draws the same random cases; soaks draw new ones.
process.env.SEED ??= seedOf(
  spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout ?? "",
);
const OTHER_PROJECTS = ["test/check/**", "test/contract/**", "test/browser/**", "test/doors/**"];
/** Tests through the gateway that call each operation and worker. */
const DEPLOYED_FILES = [
  ...(process.env.DEPLOYED === "all" ? ["test/functions/**/*.test.ts"] : filesThatCallEachDomain(root)),
  "test/everything/every-endpoint.test.ts",
  "test/everything/permissions.test.ts",
  "test/everything/safe-headers.test.ts",
  "test/everything/not-found.test.ts",
  "test/everything/idempotent-json.test.ts",
];
/** Tests that are repeated with the SDK's plain document client. */
const PLAIN_FILES = [
  "test/lib/core/{plain-driver,contention,cursor,due,guards,page,wire}.test.ts",
  "test/functions/booking/services/*.test.ts",
  "test/functions/commerce/inventory/*.test.ts",
  "test/functions/commerce/carts/{double-clicks,whole-cart}.test.ts",
  "test/functions/content/{collections,entries,forms,taxonomies}/*.test.ts",
  "test/functions/content/nodes/{nodes,content-cursors,content-filters}.test.ts",
];
/**
 * Files with `// Alone:` in their first line run in their own process; others share a few processes with
 * loaded modules.
 */
const aloneFiles = globSync("test/**/*.test.ts", { cwd: root, exclude: OTHER_PROJECTS }).filter((file) =>
  readFileSync(join(root, file), "utf8").startsWith("// Alone: "),
);
const sharedOptions = {
  root,
  // A larger young generation saves a tenth of the CPU, as most test data is short-lived. The npm scripts set
  // the same.
  execArgv: ["--max-semi-space-size=64", KEEP_WASM_WRAPPERS],
  environment: "node" as const,
  setupFiles: ["test/support/seed.ts"],
  hookTimeout: scaledTimeout(60_000),
  testTimeout: scaledTimeout(60_000),
};
const stackOptions = {
  ...sharedOptions,
  globalSetup: ["test/support/stack.ts"],
  setupFiles: ["test/support/seed.ts", "test/support/environment.ts"],
};

/** A 31-bit seed from a commit's hash; 1 without git. */
function seedOf(commit: string): string {
  return String(Number.parseInt(commit.slice(0, 8), 16) >>> 1 || 1);
}

export default defineConfig({
  test: {
    root,
    pool: "forks",
    // One more than a small machine's processors, as much of a run is waiting.
    maxWorkers: 3,
    sequence: { sequencer: ListedFirst },
    projects: [
      // Rules about the code, and snapshots: fast, without a stack.
      {
        // The console imports the client, which is not built here.
        resolve: {
          alias: [{ find: "@storefront-backend/client", replacement: join(root, "lib/client/client.ts") }],
        },
        test: {
          ...sharedOptions,
          name: "check",
          isolate: false,
          include: ["test/check/**/*.test.ts", "test/contract/**/*.test.ts"],
        },
      },
      // This project and the next are one suite on one stack. Loading modules anew for each file would take a third
      // of the time.
      {
        test: {
          ...stackOptions,
          name: "suite",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...OTHER_PROJECTS, ...aloneFiles],
        },
      },
      { test: { ...stackOptions, name: "alone", include: aloneFiles } },
      // Runs on deployed bundles, each with its own modules and state.
      {
        test: {
          ...stackOptions,
          name: "deployed",
          isolate: false,
          include: DEPLOYED_FILES,
          exclude: aloneFiles,
        },
      },
      // Replaces the kernel's table client, which package.json selects, by the other one.
      {
        resolve: { alias: { "#core/dynamo/fast/driver.ts": join(root, "lib/core/dynamo/plain-driver.ts") } },
        test: {
          ...stackOptions,
          name: "plain",
          isolate: false,
          env: { NODE_OPTIONS: "--conditions=plain" },
          include: PLAIN_FILES,
          // `rounds` and `hydrate-budget` count calls that only the fast client saves.
          exclude: [...aloneFiles, "test/functions/content/entries/{rounds,hydrate-budget}.test.ts"],
        },
      },
      // Runs the code blocks of README and guides as a new user would, on separate stacks.
      {
        test: {
          ...sharedOptions,
          name: "doors",
          include: ["test/doors/**/*.test.ts"],
        },
      },
      // Pages in a real browser; skipped, with one line, if there is none.
      {
        test: {
          ...stackOptions,
          name: "browser",
          // A walk through many screens takes minutes.
          testTimeout: scaledTimeout(120_000),
          include: ["test/browser/**/*.test.ts"],
        },
      },
    ],
  },
});
