import * as z from "zod";
import { type AnyErrorFactory, GENERAL, TENANT } from "#core/errors.ts";
import type { Need, Operation } from "./contract.ts";

type Json = Record<string, unknown>;

const NEEDS: Record<Need, string> = {
  none: "Open to anybody; credentials are ignored.",
  public: "Open to anybody. A caller with READ on the tenant also sees what is not published.",
  person: "Needs anybody signed in, guests too.",
  account: "Needs somebody signed in who is not a guest.",
  visitor: "Needs a contact session of the store.",
  READ: "Needs READ on the tenant: a viewer, member, admin or owner.",
  WRITE: "Needs WRITE on the tenant: a member, admin or owner.",
  ADMIN: "Needs ADMIN on the tenant: an admin or owner.",
  OWNER: "Needs OWNER on the tenant: an owner.",
  super: "Needs the platform's own staff.",
};

/**
 * The OpenAPI 3.1 document of the operations (https://spec.openapis.org/oas/v3.1.0): schemas and examples come from
 * the contract, and so does the table of permissions.
 */
export function openapi(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Storefront backend", version: "1", description: introduction(operations) },
    tags: [...new Set(operations.map(({ domain }) => domain))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ERROR },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "Access token, API token or contact session token.",
        },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
    },
  };
}

/** The JSON schema of a zod schema as it goes over the wire. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
}

function describe(operation: Operation): Json {
  const { id, domain, summary, description, needs, body, bodyKind, extension } = operation;
  return {
    operationId: id,
    tags: [domain],
    summary,
    description: [
      description,
      NEEDS[needs],
      extension ? "An extension of the documented interface." : undefined,
    ]
      .filter(Boolean)
      .join("\n\n"),
    security: needs === "none" ? [] : [...(needs === "public" ? [{}] : []), { bearer: [] }, { apiKey: [] }],
    parameters: [...pathParameters(operation.path), ...queryParameters(operation), ...idempotency(operation)],
    ...(body ? { requestBody: { required: true, content: bodyContent(body, bodyKind ?? "json") } } : {}),
    responses: responses(operation),
    "x-permission": needs,
    ...(operation.emits?.length ? { "x-emits": operation.emits } : {}),
  };
}

function bodyContent(body: z.ZodType, kind: string): Json {
  const type = kind === "multipart" ? "multipart/form-data" : "application/json";
  return { [type]: withExample(body, "input") };
}

function withExample(schema: z.ZodType, io: "input" | "output"): Json {
  const { examples: _, ...described } = jsonSchema(schema, io);
  // Zod leaves the examples of inputs that it transforms out of their JSON schema; ours are inputs.
  const examples = (schema.meta()?.examples ?? []) as unknown[];
  return { schema: described, ...(examples.length > 0 ? { example: examples[0] } : {}) };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters({ query }: Operation): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function idempotency({ method }: Operation): Json[] {
  if (method !== "POST") return [];
  const description = "Makes a repeated request answer what the first one answered. Kept for 24 hours.";
  return [{ name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 255 }, description }];
}

function responses(operation: Operation): Json {
  const all: Json = { [operation.status]: success(operation) };
  for (const [status, errors] of Map.groupBy(errorsOf(operation), (error) => error.status)) {
    all[status] = {
      description: errors.map(({ code }) => code).join(", "),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Error" },
          examples: Object.fromEntries(errors.map((error) => [error.code, { value: exampleOf(error) }])),
        },
      },
    };
  }
  return all;
}

function success({ returns, summary }: Operation): Json {
  if (typeof returns === "string") return { description: summary };
  return { description: summary, content: { "application/json": withExample(returns, "output") } };
}

/** Every error an operation can answer: those it declares, and those that the kernel answers for it. */
export function errorsOf(operation: Operation): AnyErrorFactory[] {
  const { needs, body, bodyKind, path, family, method, errors = [] } = operation;
  const tenant = family === "business" && path.includes("{businessId}") ? "{businessId}" : "";
  const permission = ["READ", "WRITE", "ADMIN", "OWNER"].includes(needs);
  const all = [
    // Names and texts that cannot be are refused wherever they stand.
    GENERAL.VALIDATION_FAILED,
    ...(body ? [GENERAL.BAD_REQUEST] : []),
    ...(body || bodyKind ? [GENERAL.PAYLOAD_TOO_LARGE] : []),
    ...(needs === "none" ? [] : [GENERAL.UNAUTHENTICATED]),
    ...(permission || needs === "account" || needs === "super" || needs === "person"
      ? [GENERAL.FORBIDDEN]
      : []),
    // A tenant of the business family has a code of its own; whatever else a path names is just not there.
    ...(tenant ? [TENANT.NOT_FOUND] : []),
    ...(path.replace(tenant, "").includes("{") ? [GENERAL.NOT_FOUND] : []),
    ...(method === "GET" ? [] : [GENERAL.CONFLICT]),
    ...(method === "POST" ? [GENERAL.IDEMPOTENCY_KEY_REUSED] : []),
    ...errors,
    GENERAL.INTERNAL_SERVER,
  ];
  return [...new Map(all.map((error) => [error.code, error])).values()];
}

function exampleOf({ code, status, template }: AnyErrorFactory): Json {
  return { message: template, error: code, statusCode: status, validationErrors: [] };
}

function introduction(operations: readonly Operation[]): string {
  const needs = Object.entries(NEEDS).map(([need, meaning]) => `| **${need}** | ${meaning} |`);
  const rows = operations.map(({ method, path, needs: need }) => `| ${need} | \`${method} ${path}\` |`);
  return [
    "A multi-tenant backend for storefronts. Sign in with an emailed code, open a store, and build on it.",
    "Send the access token, or an API token, as `Authorization: Bearer …`, or an API key as `X-API-Key`.",
    "## Who may call what",
    ["| needs | who |", "|---|---|", ...needs].join("\n"),
    ["| needs | operation |", "|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}

const ERROR: Json = {
  type: "object",
  required: ["message", "error", "statusCode", "validationErrors"],
  properties: {
    message: { type: "string" },
    error: { type: "string", description: "DOMAIN.TYPE" },
    statusCode: { type: "integer" },
    validationErrors: {
      type: "array",
      items: {
        type: "object",
        required: ["field", "message", "error"],
        properties: { field: { type: "string" }, message: { type: "string" }, error: { type: "string" } },
      },
    },
  },
};
