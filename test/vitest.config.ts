import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const shared = { root, environment: "node" as const, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    root,
    pool: "forks",
    maxWorkers: 2,
    projects: [
      // Rules about the code itself: seconds, and no stack.
      { test: { ...shared, name: "check", include: ["test/check/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          ...shared,
          name: "suite",
          include: ["test/**/*.test.ts"],
          exclude: ["test/check/**"],
          globalSetup: ["test/support/stack.ts"],
          setupFiles: ["test/support/environment.ts"],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
