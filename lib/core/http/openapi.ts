import type * as z from "zod";
import { type AnyErrorFactory, GENERAL, TENANT } from "#core/errors.ts";
import { Components } from "./components.ts";
import type { Need, Operation } from "./contract.ts";
import { type ErrorExamples, errorExample } from "./error-example.ts";
import { type DescribeField, type FieldDescriptions, fieldDescriber } from "./field-descriptions.ts";
import { ERROR_SCHEMA, REFUSAL_RESPONSE } from "./openapi-error.ts";
import { parameters } from "./openapi-parameters.ts";

type Json = Record<string, unknown>;

const NEED_TEXTS: Record<Need, string> = {
  none: "Open to all callers. Credentials are ignored.",
  public: "Open to all callers. A caller with READ on the tenant also sees what is not published.",
  person: "Needs a signed-in person. Guests count.",
  account: "Needs a signed-in person with an account. Guests do not count.",
  visitor: "Needs a contact session of the store.",
  READ: "Needs READ on the tenant: viewer, member, admin or owner.",
  WRITE: "Needs WRITE on the tenant: member, admin or owner.",
  ADMIN: "Needs ADMIN on the tenant: admin or owner.",
  OWNER: "Needs OWNER on the tenant: owner.",
  super: "Needs an operator of the platform.",
};

interface Documentation {
  /** Exports of the modules of schemas, which name the schemas of the document. */
  schemas?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Descriptions of fields, by domain. */
  descriptions?: Readonly<Record<string, FieldDescriptions>>;
  errorExamples?: ErrorExamples;
  /** Further paths besides the operations. */
  paths?: Json;
  guides?: Readonly<Record<string, string>>;
  /** Markdown before the table of permissions: what all domains share. */
  concepts?: readonly string[];
  /** Markdown of the changes, with a heading of the second level for each day, the newest first. */
  changes?: string;
}

/**
 * The OpenAPI 3.1 document of the operations (https://spec.openapis.org/oas/v3.1.0). Schemas, examples and the table
 * of permissions come from the contract.
 */
export function openapi(
  operations: readonly Operation[],
  {
    schemas = {},
    descriptions = {},
    errorExamples = {},
    paths: besides = {},
    guides = {},
    concepts = [],
    changes = "",
  }: Documentation = {},
): Json {
  const describeField = fieldDescriber(descriptions);
  const components = new Components(schemas, describeField);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(
        operation,
        components,
        describeField,
        errorExamples,
      ),
    };
  }
  const { schemas: named, rename } = components.finish(paths);
  const domains = [...new Set(operations.map(({ domain }) => domain))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Storefront backend",
      version: /^## (\S+)$/m.exec(changes)?.[1] ?? "1",
      description: introduction(operations, concepts, changes),
      license: { name: "As the operator of this installation says", identifier: "LicenseRef-Operator" },
    },
    servers: [{ url: "/" }],
    tags: domains.map((name) => ({ name, description: guides[name] ?? `Operations of ${name}.` })),
    paths: { ...(rename(paths) as Json), ...besides },
    components: {
      schemas: { Error: ERROR_SCHEMA, ...named },
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

function describeOperation(
  operation: Operation,
  components: Components,
  describeField: DescribeField,
  errorExamples: ErrorExamples,
): Json {
  const { id, domain, summary, description, needs, body } = operation;
  return {
    operationId: id,
    tags: [domain],
    summary,
    description: [description, NEED_TEXTS[needs], alsoAtText(operation)].filter(Boolean).join("\n\n"),
    security: needs === "none" ? [] : [...(needs === "public" ? [{}] : []), { bearer: [] }, { apiKey: [] }],
    parameters: parameters(operation, components, describeField),
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse({}).success,
            content: bodyContent(operation, body, components),
          },
        }
      : {}),
    responses: responsesOf(operation, components, errorExamples),
    "x-permission": needs,
    ...(operation.emits?.length ? { "x-emits": operation.emits } : {}),
  };
}

function alsoAtText({ method, also = [] }: Operation): string | undefined {
  if (also.length === 0) return undefined;
  return `The same is at ${also.map((path) => `\`${method} ${path}\``).join(" and ")}.`;
}

function bodyContent({ bodyKind, domain }: Operation, body: z.ZodType, components: Components): Json {
  const type = bodyKind === "multipart" ? "multipart/form-data" : "application/json";
  return { [type]: withExample(body, "input", components, domain) };
}

function withExample(
  schema: z.ZodType,
  io: "input" | "output",
  components: Components,
  domain: string,
): Json {
  // Zod's JSON schema has no examples of transformed inputs, and ours are inputs.
  const examples = (schema.meta()?.examples ?? []) as unknown[];
  return {
    schema: components.add(schema, io, domain),
    ...(examples.length > 0 ? { example: examples[0] } : {}),
  };
}

function responsesOf(operation: Operation, components: Components, errorExamples: ErrorExamples): Json {
  const all: Json = { [operation.status]: successResponse(operation, components) };
  if (operation.returns === "redirect") all.default = REFUSAL_RESPONSE;
  for (const [status, errors] of Map.groupBy(errorsOf(operation), (error) => error.status)) {
    all[status] = {
      description: errors.map(({ code }) => code).join(", "),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/output:Error" },
          examples: Object.fromEntries(
            errors.map((error) => [
              error.code,
              { summary: error.template, value: errorExample(operation, error, errorExamples) },
            ]),
          ),
        },
      },
    };
  }
  return all;
}

function successResponse({ returns, summary, produces, domain }: Operation, components: Components): Json {
  if (returns === "html") {
    return { description: summary, content: { "text/html": { schema: { type: "string" } } } };
  }
  if (returns === "redirect") return { description: summary };
  if (returns === "bytes") {
    const type = produces ?? "application/octet-stream";
    const schema = type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
    return { description: summary, content: { [type]: { schema } } };
  }
  return {
    description: summary,
    content: {
      "application/json": withExample(returns, "output", components, domain),
      ...(produces ? { [produces]: { schema: { type: "string" } } } : {}),
    },
  };
}

/** Every error an operation can answer: those it declares, and those that lib/core adds. */
export function errorsOf(operation: Operation): AnyErrorFactory[] {
  const { needs, body, bodyKind, path, family, method, errors = [] } = operation;
  const tenant = family === "business" && path.includes("{businessId}") ? "{businessId}" : "";
  const permission = ["READ", "WRITE", "ADMIN", "OWNER"].includes(needs);
  const all = [
    // Every operation refuses unusable names and texts.
    GENERAL.VALIDATION_FAILED,
    ...(body ? [GENERAL.BAD_REQUEST] : []),
    ...((body || bodyKind) && !operation.tooLarge ? [GENERAL.PAYLOAD_TOO_LARGE] : []),
    ...(needs === "none" ? [] : [GENERAL.UNAUTHENTICATED]),
    ...(permission || needs === "account" || needs === "super" || needs === "person"
      ? [GENERAL.FORBIDDEN]
      : []),
    // A tenant of the business family has a code of its own; any other missing record is a plain 404.
    ...(tenant ? [TENANT.NOT_FOUND] : []),
    ...(path.replace(tenant, "").includes("{") ? [GENERAL.NOT_FOUND] : []),
    ...(method === "GET" ? [] : [GENERAL.CONFLICT]),
    ...(method === "POST" ? [GENERAL.IDEMPOTENCY_KEY_REUSED] : []),
    ...errors,
    GENERAL.INTERNAL_SERVER,
    GENERAL.UNAVAILABLE,
  ];
  return [...new Map(all.map((error) => [error.code, error])).values()];
}

function introduction(
  operations: readonly Operation[],
  concepts: readonly string[],
  changes: string,
): string {
  const needs = Object.entries(NEED_TEXTS).map(([need, meaning]) => `| **${need}** | ${meaning} |`);
  const rows = operations.map(({ method, path, needs: need }) => `| ${need} | \`${method} ${path}\` |`);
  return [
    "A multi-tenant backend for storefronts. Sign in with an emailed code, open a store, and build on it.",
    "Send the access token, or an API token, as `Authorization: Bearer …`, or an API key as `X-API-Key`.",
    ...concepts,
    "# Catalogue of errors",
    ["| code | status | message |", "|---|---|---|", ...errorCatalogue(operations)].join("\n"),
    "# Who may call what",
    ["| needs | who |", "|---|---|", ...needs].join("\n"),
    ["| needs | operation |", "|---|---|", ...rows].join("\n"),
    changes,
  ].join("\n\n");
}

function errorCatalogue(operations: readonly Operation[]): string[] {
  const errors = new Map(operations.flatMap(errorsOf).map((error) => [error.code, error]));
  return [...errors.values()]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, status, template }) => `| \`${code}\` | ${status} | ${template} |`);
}
