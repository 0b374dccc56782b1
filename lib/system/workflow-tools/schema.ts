import * as z from "zod";

const CATEGORIES = [
  "ai",
  "communication",
  "email",
  "productivity",
  "database",
  "payments",
  "crm",
  "ecommerce",
  "developer",
  "storage",
  "analytics",
  "core",
] as const;

const ToolOperation = z.object({
  name: z.string(),
  value: z.string(),
  description: z.string(),
  method: z.enum(["get", "post", "put", "patch", "delete"]),
  url: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
export type ToolOperation = z.output<typeof ToolOperation>;

const ToolResource = z.object({
  name: z.string(),
  value: z.string(),
  description: z.string(),
  operations: z.array(ToolOperation),
});
export type ToolResource = z.output<typeof ToolResource>;

const ToolTrigger = z.object({
  name: z.string(),
  value: z.string(),
  description: z.string(),
  webhook_type: z.enum(["incoming", "polling"]),
});

/** A service that a workflow can call, without the fields that an answer repeats. */
export const ToolEntry = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  color: z.string(),
  category: z.enum(CATEGORIES),
  configuration_required: z.boolean(),
  website: z.string().optional(),
  url_patterns: z.array(z.string()),
  resources: z.array(ToolResource),
  triggers: z.array(ToolTrigger),
});
export type ToolEntry = z.output<typeof ToolEntry>;

/** A tool in an answer. */
export const WorkflowTool = ToolEntry.extend({
  configurationRequired: z.boolean(),
  urlPatterns: z.array(z.string()),
});
export type WorkflowTool = z.output<typeof WorkflowTool>;

export function toolView(entry: ToolEntry): WorkflowTool {
  const { configuration_required, url_patterns } = entry;
  return { ...entry, configurationRequired: configuration_required, urlPatterns: url_patterns };
}
