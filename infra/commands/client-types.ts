import { document } from "#functions/openapi-document.ts";
import { PICTURE_PATH } from "#lib/content/media/picture-document.ts";
import { codesOf, errorDocs, eventNames, operationDocs } from "./client-docs.ts";
import { docComment, type Json, quote, typeOf, unionType } from "./typescript.ts";

/** A header that every POST takes: it is documented once, and left out of each operation's type. */
const IDEMPOTENCY_KEY = "Idempotency-Key";

/** The types of the whole OpenAPI document, in the shape that `openapi-fetch` expects. */
export function clientTypes(): string {
  const { info, paths, components }: { info: Json; paths: Json; components: { schemas: Json } } = JSON.parse(
    JSON.stringify(document),
  );
  // The path of pictures is left out: `imageUrl` makes their addresses, and nobody fetches them with the
  // client.
  const own = Object.entries(paths).filter(([path]) => path !== PICTURE_PATH);
  const schemas = Object.entries(components.schemas).filter(([name]) => name !== "Error");
  const events = eventNames(Object.fromEntries(own)).map((name) => JSON.stringify(name));
  const slots = pathSlots(Object.fromEntries(own));
  return [
    `// The API of ${info.version}. Written by npm run client. Do not change it by hand.`,
    'import type { ErrorResponses } from "./errors.ts";\n',
    "export interface components {\n  schemas: {",
    ...schemas.map(([name, schema]) => `    ${name}: ${typeOf(schema, 4)};`),
    "  };\n}\n",
    "interface Intent {",
    idempotencyHeader(Object.fromEntries(own)),
    "}\n",
    "/** The slots of paths, each documented once. */",
    `interface Slots {\n${[...slots.values()].join("\n")}\n}\n`,
    "/** What each operation takes and answers, by path and method. */",
    "export interface paths {",
    ...own.map(([path, methods]) => `  ${quote(path)}: {\n${methodsOf(methods, slots)}\n  };`),
    "}\n",
    "/** The status of each error, by its code. */",
    "export interface errors {",
    ...errorDocs(Object.fromEntries(own)).map(
      ([code, { status, text }]) => `${docComment([text], 2)}  ${quote(code)}: ${status};`,
    ),
    "}\n",
    "/** The code of an error. */",
    "export type ErrorCode = keyof errors;\n",
    "/** The type of an event, as webhooks bring it. */",
    `export type EventType =\n  | ${events.join("\n  | ")};\n`,
  ].join("\n");
}

function idempotencyHeader(paths: Json): string {
  const all: Json[] = Object.values(paths).flatMap(
    (methods) => Object(Object(methods).post).parameters ?? [],
  );
  return parameterOf(all.find(({ name }) => name === IDEMPOTENCY_KEY) ?? {}, 2);
}

/** The line of each path parameter that means the same in every path, by its name. */
function pathSlots(paths: Json): Map<string, string> {
  const all: Json[] = Object.values(paths)
    .flatMap((methods) => Object.values(Object(methods)))
    .flatMap((operation) => Object(operation).parameters ?? []);
  const lines = new Map<string, Set<string>>();
  for (const each of all.filter((parameter) => parameter.in === "path"))
    lines.set(String(each.name), (lines.get(String(each.name)) ?? new Set()).add(parameterOf(each, 2)));
  return new Map(
    [...lines].flatMap(([name, [line = "", ...others]]) => (others.length > 0 ? [] : [[name, line]])),
  );
}

function methodsOf(methods: unknown, slots: ReadonlyMap<string, string>): string {
  const methodList: [string, Json][] = Object.entries(Object(methods));
  return methodList
    .map(([method, operation]) => {
      const docs = docComment([operationDocs(operation)], 4);
      return `${docs}    ${method}: ${operationOf(operation, slots)};`;
    })
    .join("\n");
}

function operationOf(operation: Json, slots: ReadonlyMap<string, string>): string {
  const { parameters, requestBody, responses } = operation;
  const demanded = Object(requestBody).required ? "" : "?";
  const body = requestBody ? [`requestBody${demanded}: { content: ${contentOf(requestBody, 6)} };`] : [];
  const own = parametersOf(parameters, slots);
  const places = own.length > 0 ? `parameters: {\n${own.join("\n")}\n      };` : "parameters: {};";
  const answers = Object.entries(Object(responses))
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, answer]) => {
      const { content }: Json = Object(answer);
      return `${status}: { ${content ? `content: ${contentOf(answer, 8)}` : "content?: never"} };`;
    });
  const codes = codesOf(operation).map((code) => JSON.stringify(code));
  const refusal = `default: ErrorResponses${codes.length > 0 ? `<${unionType(codes, 8)}>` : ""};`;
  const lines = [places, ...body, "responses: {", ...[...answers, refusal].map((line) => `  ${line}`), "};"];
  return `{\n${lines.map((line) => `      ${line}\n`).join("")}    }`;
}

function parametersOf(parameters: unknown, slots: ReadonlyMap<string, string>): string[] {
  const all: Json[] = Array.isArray(parameters) ? parameters : [];
  return ["query", "header", "path", "cookie"].flatMap((place) => {
    const own = all.filter((each) => each.in === place);
    if (own.length === 0) return [];
    if (place === "header" && own.every(({ name }) => name === IDEMPOTENCY_KEY))
      return ["        header?: Intent;"];
    if (place === "path" && own.every(({ name }) => slots.has(String(name))))
      return [`        path: Pick<Slots, ${own.map(({ name }) => JSON.stringify(name)).join(" | ")}>;`];
    const demanded = own.some(({ required }) => required) ? "" : "?";
    const fields = own.map((each) => parameterOf(each, 10));
    return [`        ${place}${demanded}: {\n${fields.join("\n")}\n        };`];
  });
}

// `openapi-fetch` omits undefined parameters, so types allow them also under exactOptionalPropertyTypes.
function parameterOf({ name, required, schema, description, deprecated }: Json, indent: number): string {
  const text = docComment([deprecated ? `@deprecated ${description}` : description], indent);
  const type = typeOf(schema, indent);
  return `${text}${" ".repeat(indent)}${quote(String(name))}${required ? `: ${type}` : `?: ${type} | undefined`};`;
}

function contentOf(holder: unknown, indent: number): string {
  const content = Object.entries(Object(Object(holder).content));
  // A browser writes the parts of a form, and their boundary, only from FormData.
  const typeAs = ([type, media]: [string, unknown]) =>
    type === "multipart/form-data" ? "FormData" : typeOf(Object(media).schema, indent);
  return `{ ${content.map((each) => `${quote(each[0])}: ${typeAs(each)}`).join("; ")} }`;
}
