import { afterAll, inject, vi } from "vitest";
import { recordTransitions } from "./api-coverage.ts";
import { recordCalls } from "./aws-calls.ts";
import { recordRequests } from "./record-requests.ts";
import { testFile } from "./test-file.ts";

// Tests call domain code and handlers directly, with the variables of deployed functions.
Object.assign(process.env, inject("environment"));
testFile.begun = Date.now();
recordTransitions();
recordCalls();

const environment = { ...process.env };
const { fetch } = globalThis;
// All replies count as coverage, also those to pages and raw requests.
globalThis.fetch = recordRequests(fetch);

// Files share a process, so each restores variables, clock and mocks.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  globalThis.fetch = fetch;
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
