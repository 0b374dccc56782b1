// The tools for workflow editors; this system's own tool is the first.
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import businessTools from "./business-tools.json" with { type: "json" };
import dataTools from "./data-tools.json" with { type: "json" };
import messagingTools from "./messaging-tools.json" with { type: "json" };
import { API_PLACEHOLDER, ownTool } from "./own-tool.ts";
import { ToolEntry, toolView, WorkflowTool } from "./schema.ts";

const OtherTools = z.array(ToolEntry);

/** All tools, with a placeholder for this API's URL: the result is constant until the manifest changes. */
export function workflowTools(
  operations: readonly Operation[],
  eventTypes: readonly string[],
): WorkflowTool[] {
  const others = OtherTools.parse([...messagingTools, ...dataTools, ...businessTools]);
  return [ownTool(operations, eventTypes), ...others].map(toolView);
}

let cachedTools: { api: string; tools: WorkflowTool[] } | undefined;

/** The tools with this API's URL. */
export function listWorkflowTools(tools: readonly WorkflowTool[], api: string): WorkflowTool[] {
  if (cachedTools?.api !== api) {
    const text = JSON.stringify(tools).replaceAll(API_PLACEHOLDER, api);
    cachedTools = { api, tools: z.array(WorkflowTool).parse(JSON.parse(text)) };
  }
  return cachedTools.tools;
}
