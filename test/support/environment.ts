import { afterAll, inject, vi } from "vitest";
import { recordTransitions } from "./api-coverage.ts";
import { recordCalls } from "./aws-calls.ts";
import { recordRequests } from "./record-requests.ts";
import { testFile } from "./test-file.ts";

// Test processes may call verbs and handlers directly: they see what the deployed functions see.
Object.assign(process.env, inject("environment"));
testFile.begun = Date.now();
recordTransitions();
recordCalls();

const environment = { ...process.env };
const { fetch } = globalThis;
// Pages and raw requests count as the typed client's do: each reply of the API is noted where it arrives.
globalThis.fetch = recordRequests(fetch);

// Files share a process: the next one finds the variables, the clock and the rest as this one found them.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  globalThis.fetch = fetch;
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
