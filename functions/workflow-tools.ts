import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { workflowTools } from "#lib/system/workflow-tools/service.ts";
import { operations } from "./manifest.ts";

/** The catalogue of workflow tools. What is deployed has the value in place of this file. */
export const tools = workflowTools(operations, EVENT_TYPES);
