import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { document } from "#functions/openapi-document.ts";

type Json = { [keyword: string]: unknown };

/** The console previews an import with the parser of the API, so these modules must run in a browser. */
const IMPORT_READERS = [
  "lib/core/csv.ts",
  "lib/core/csv-rows.ts",
  "lib/core/decoded-text.ts",
  "lib/commerce/products/boolean-words.ts",
];
const FILE_HEADER = "// Written by npm run client. Do not change it by hand.";
const { paths, components }: { paths: Json; components: { schemas: Json } } = JSON.parse(
  JSON.stringify(document),
);

/** The generated modules of the console, by file name. */
export function consoleModules(): Record<string, string> {
  const readers = IMPORT_READERS.map((path) => [basename(path), readerModule(path)]);
  return {
    "permissions.ts": permissionsModule(),
    "schemas.ts": schemasModule(),
    ...Object.fromEntries(readers),
  };
}

function readerModule(path: string): string {
  const text = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  return `${FILE_HEADER} It is ${path}.\n${text}`;
}

/** Each operation with what it needs, its method and its path: `refundOrder: "WRITE POST /v1/…"`. */
function permissionsModule(): string {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).flatMap(([method, operation]) => {
      const { operationId, "x-permission": needs }: Json = Object(operation);
      return operationId && needs && !path.startsWith("/v1/storefront/")
        ? [[String(operationId), `${needs} ${method.toUpperCase()} ${path}`]]
        : [];
    }),
  );
  // An operation's first path is its main one; later ones are aliases.
  const own = new Map<string, string>();
  for (const [id = "", line = ""] of lines) if (!own.has(id)) own.set(id, line);
  const sorted = [...own].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = sorted.map(([id, line]) => `  ${id}: ${JSON.stringify(line)},`).join("\n");
  return `${FILE_HEADER}\nexport const permissions = {\n${text}\n} as const;\n`;
}

/** The limits of each field of request bodies, so that forms can check them before sending. */
function schemasModule(): string {
  const names = Object.keys(components.schemas).filter((name) => requestBodies().has(name));
  const lines = names.sort().map((name) => {
    const limits = Object.entries(fieldsOf(components.schemas[name])).map(
      ([field, limit]) => `${JSON.stringify(field)}: ${JSON.stringify(limit)}`,
    );
    return [`export const ${name} = {`, ...limits.map((limit) => `  ${limit},`), "} as const;"].join("\n");
  });
  return `${FILE_HEADER}\n${lines.join("\n")}\n`;
}

function requestBodies(): Set<string> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(Object(methods)));
  return new Set(
    operations.flatMap((operation) => {
      const { content }: Json = Object(Object(operation).requestBody);
      const reference = Object(Object(Object(content)["application/json"]).schema).$ref;
      return typeof reference === "string" ? [reference.split("/").at(-1) ?? ""] : [];
    }),
  );
}

type FieldLimits = { required?: true; max?: number; min?: number; pattern?: string; choices?: unknown[] };

function fieldsOf(schema: unknown): Record<string, FieldLimits> {
  const { properties = {}, required = [] }: Json = Object(resolveRef(schema));
  const demanded = new Set(Array.isArray(required) ? required : []);
  return Object.fromEntries(
    Object.entries(Object(properties)).map(([name, value]) => {
      const limits = limitsOf(value);
      return [name, demanded.has(name) ? { required: true, ...limits } : limits];
    }),
  );
}

function limitsOf(value: unknown): FieldLimits {
  const {
    maxLength,
    minLength,
    maximum,
    minimum,
    maxItems,
    pattern,
    enum: choices,
    anyOf,
  }: Json = Object(resolveRef(value));
  if (Array.isArray(anyOf)) {
    const [only, ...others] = anyOf.filter((each) => Object(each).type !== "null");
    return others.length === 0 ? limitsOf(only) : {};
  }
  const limits = {
    max: maxLength ?? maxItems ?? maximum,
    min: minLength ?? minimum,
    pattern: typeof pattern === "string" && pattern.length < 80 ? pattern : undefined,
    choices,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, each]) => each !== undefined));
}

function resolveRef(schema: unknown): unknown {
  const { $ref }: Json = Object(schema);
  return typeof $ref === "string" ? components.schemas[$ref.split("/").at(-1) ?? ""] : schema;
}
