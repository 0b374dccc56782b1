// The services that a workflow can call, this one among them, as an editor of workflows lists them.
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import businessServices from "./business-services.json" with { type: "json" };
import dataServices from "./data-services.json" with { type: "json" };
import messagingServices from "./messaging-services.json" with { type: "json" };
import { API, ownTool } from "./own.ts";
import { toolView, WorkflowTool } from "./schema.ts";

const Services = z.array(WorkflowTool.omit({ configurationRequired: true, urlPatterns: true }));

/** Every tool, the same bytes until the manifest changes; addresses of this system begin with a slot for its own. */
export function workflowTools(
  operations: readonly Operation[],
  eventTypes: readonly string[],
): WorkflowTool[] {
  const services = Services.parse([...messagingServices, ...dataServices, ...businessServices]);
  return [ownTool(operations, eventTypes), ...services].map(toolView);
}

let placed: { api: string; tools: WorkflowTool[] } | undefined;

/** The tools with the address of this API in its slot. */
export function listWorkflowTools(tools: readonly WorkflowTool[], api: string): WorkflowTool[] {
  if (placed?.api !== api) {
    const text = JSON.stringify(tools).replaceAll(API, api);
    placed = { api, tools: z.array(WorkflowTool).parse(JSON.parse(text)) };
  }
  return placed.tools;
}
