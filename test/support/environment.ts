import { inject } from "vitest";

// Test processes may call verbs and handlers directly: they see what the deployed functions see.
Object.assign(process.env, inject("environment"));
