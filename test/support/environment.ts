import { inject } from "vitest";
import { noteRequest } from "./reached-requests.ts";

// Test processes may call verbs and handlers directly: they see what the deployed functions see.
Object.assign(process.env, inject("environment"));
// Pages and raw requests count as the typed client's do: each reply of the API is noted where it arrives.
globalThis.fetch = noteRequest(globalThis.fetch);
