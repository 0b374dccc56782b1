import type { Operation } from "#core/http/contract.ts";
import { isObject } from "#core/is-object.ts";
import type { ToolEntry, ToolOperation, ToolResource } from "./schema.ts";

/** Placeholder for the API's URL in the bundled tools. */
export const API_PLACEHOLDER = "{api}";

/** This backend as a tool: every operation, and every webhook event as a trigger. */
export function ownTool(operations: readonly Operation[], eventTypes: readonly string[]): ToolEntry {
  const callable = operations.filter(
    ({ returns, bodyKind }) => typeof returns !== "string" && bodyKind !== "raw",
  );
  const domains = Map.groupBy(callable, ({ domain }) => domain);
  return {
    id: "storefront",
    name: "Storefront",
    description: "This backend: stores, content, bookings, orders and everything else that it serves.",
    icon: "storefront",
    color: "#111827",
    category: "core",
    configuration_required: false,
    url_patterns: [`${API_PLACEHOLDER}/v1/*`],
    resources: [...domains].map(([domain, list]) => resourceOf(domain, list)),
    triggers: eventTypes.map((type) => ({
      name: toTitle(type.replace(/[._]/g, " ")),
      value: type,
      description: `A webhook tells of ${type}.`,
      webhook_type: "incoming" as const,
    })),
  };
}

function resourceOf(domain: string, list: readonly Operation[]): ToolResource {
  const name = toTitle(domain.replaceAll("-", " "));
  return {
    name,
    value: domain,
    description: `${name}: ${list.length} operations`,
    operations: list.map(operationOf),
  };
}

function operationOf({ id, summary, method, path, needs, body }: Operation): ToolOperation {
  const examples: unknown = body?.meta()?.examples;
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const open = needs === "none" || needs === "public";
  return {
    name: summary,
    value: id,
    description: summary,
    method: lowerMethod(method),
    url: `${API_PLACEHOLDER}${path}`,
    ...(isObject(example) ? { body: example } : {}),
    ...(open ? {} : { headers: { authorization: "Bearer {token}" } }),
  };
}

function lowerMethod(method: Operation["method"]): ToolOperation["method"] {
  return ({ GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const)[method];
}

function toTitle(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
