import { document } from "#functions/openapi-document.ts";
import { PICTURE_PATH } from "#lib/content/media/picture-document.ts";

interface Json {
  [keyword: string]: unknown;
}

/** TypeScript of the whole OpenAPI document, in the shape that `openapi-fetch` reads. */
export function clientTypes(): string {
  const { paths, components }: { paths: Json; components: { schemas: Json } } = JSON.parse(
    JSON.stringify(document),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `  ${name}: ${typeOf(schema)};`);
  // Pictures are shown, not fetched: their addresses are made by `imageUrl`.
  const own = Object.entries(paths).filter(([path]) => path !== PICTURE_PATH);
  const routes = own.map(([path, methods]) => `  ${quote(path)}: { ${methodsOf(methods)} };`);
  return [
    "// Written by npm run client. Do not change it by hand.",
    "export interface components {\n schemas: {",
    ...schemas,
    " };\n}",
    "export interface paths {",
    ...routes,
    "}\n",
  ].join("\n");
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function methodsOf(methods: unknown): string {
  const given: Json = Object(methods);
  return METHODS.map((method) =>
    given[method] ? `${method}: ${operationOf(given[method])}` : `${method}?: never`,
  ).join("; ");
}

function operationOf(operation: unknown): string {
  const { parameters, requestBody, responses }: Json = Object(operation);
  const body = requestBody ? `requestBody: { content: ${contentOf(requestBody)} }` : "requestBody?: never";
  const answers = Object.entries(Object(responses)).map(([status, answer]) => {
    const content = Object(answer).content ? `content: ${contentOf(answer)}` : "content?: never";
    return `${status}: { headers: { [name: string]: unknown }; ${content} }`;
  });
  return `{ parameters: { ${parametersOf(parameters)} }; ${body}; responses: { ${answers.join("; ")} } }`;
}

function parametersOf(parameters: unknown): string {
  const all: Json[] = Array.isArray(parameters) ? parameters : [];
  return ["query", "header", "path", "cookie"]
    .map((place) => {
      const own = all.filter((each) => each.in === place);
      if (own.length === 0) return `${place}?: never`;
      const demanded = own.some(({ required }) => required);
      // What is undefined is not sent: so it may be said, also under exactOptionalPropertyTypes.
      const fields = own.map(({ name, required, schema }) => {
        const type = typeOf(schema);
        return `${quote(String(name))}${required ? `: ${type}` : `?: ${type} | undefined`}`;
      });
      return `${place}${demanded ? "" : "?"}: { ${fields.join("; ")} }`;
    })
    .join("; ");
}

function contentOf(holder: unknown): string {
  const content = Object.entries(Object(Object(holder).content));
  return `{ ${content.map(([type, media]) => `${quote(type)}: ${typeOf(Object(media).schema)}`).join("; ")} }`;
}

/** The type of a JSON schema; what TypeScript cannot say is `unknown`. */
function typeOf(schema: unknown): string {
  const { $ref, const: constant, enum: words, anyOf, oneOf, allOf, type, ...rest }: Json = Object(schema);
  if (typeof $ref === "string") return `components["schemas"]["${$ref.split("/").at(-1)}"]`;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(" | ");
  const choice = anyOf ?? oneOf;
  if (Array.isArray(choice)) return `(${choice.map(typeOf).join(" | ")})`;
  if (Array.isArray(allOf)) return `(${allOf.map(typeOf).join(" & ")})`;
  if (Array.isArray(type)) return `(${type.map((each) => typeOf({ ...rest, type: each })).join(" | ")})`;
  if (type === "array") return `(${rest.items ? typeOf(rest.items) : "unknown"})[]`;
  if (type === "object") return objectOf(rest);
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

function objectOf({ properties, required, additionalProperties }: Json): string {
  const demanded = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(Object(properties)).map(
    ([name, schema]) => `${quote(name)}${demanded.has(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  if (fields.length > 0) return `{ ${fields.join("; ")} }`;
  const isMap = typeof additionalProperties === "object" && additionalProperties !== null;
  return `{ [name: string]: ${isMap ? typeOf(additionalProperties) : "unknown"} }`;
}

function quote(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
