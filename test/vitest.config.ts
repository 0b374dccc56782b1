import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
// What never ends is to be found, not what takes its time: slow machines are several times slower.
const shared = {
  root,
  environment: "node" as const,
  hookTimeout: 120_000,
  testTimeout: 120_000,
};

export default defineConfig({
  test: {
    root,
    pool: "forks",
    maxWorkers: 2,
    projects: [
      // Rules about the code itself, and its snapshots: seconds, and no stack.
      {
        test: {
          ...shared,
          name: "check",
          include: ["test/check/**/*.test.ts", "test/contract/**/*.test.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "suite",
          include: ["test/**/*.test.ts"],
          exclude: ["test/check/**", "test/contract/**", "test/browser/**", "test/doors/**"],
          globalSetup: ["test/support/stack.ts"],
          setupFiles: ["test/support/environment.ts"],
        },
      },
      // What a new user does: the blocks of README and guides, each on a stack of its own.
      {
        test: {
          ...shared,
          name: "doors",
          include: ["test/doors/**/*.test.ts"],
          testTimeout: 300_000,
        },
      },
      // Pages in a real browser; without one these tests are skipped, with a line that says so.
      {
        test: {
          ...shared,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/support/stack.ts"],
          setupFiles: ["test/support/environment.ts"],
        },
      },
    ],
  },
});
