import { operations } from "#functions/manifest.ts";

/** For proofs that call functions in their own process, or start stacks of their own. */
export const noFunctions = { operations: [], workers: [] };

/** For proofs that run workers themselves, or for which these would only take CPU time. */
export const noWorkers = { operations, workers: [] };
