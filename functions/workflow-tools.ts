import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { workflowTools } from "#lib/system/workflow-tools/service.ts";
import { operations } from "./manifest.ts";

/** The workflow tools. The build replaces this module by its value. */
export const tools = workflowTools(operations, EVENT_TYPES);
