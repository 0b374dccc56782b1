import { Code, codeOf, LINE_WIDTH } from "./code-of.ts";
import type { SampleCaller, SampleRequest } from "./sample-request.ts";

const PACKAGE = "@storefront-backend/client";

const CALLERS: Record<SampleCaller, { make: string; code: string }> = {
  open: { make: "createClient", code: "createClient({ baseUrl })" },
  staff: { make: "createClient", code: "createClient({ baseUrl, token })" },
  visitor: { make: "createVisitor", code: 'createVisitor({ baseUrl, storeId, market: "eu" })' },
};

/** Names that a constant cannot have, or that samples use. */
const TAKEN_NAMES =
  /^(import|export|function|package|document|file|form|token|answer|items|list|open|staff|visitor)$/;

/** A call with the typed client in TypeScript, in which constants stand for the API, the ids and the token. */
export function clientSample(request: SampleRequest): string {
  if (!request.inClient) return plainFetch(request);
  const { caller, answer, upload } = request;
  const { make, code } = CALLERS[caller];
  const begin = (names: string) => [
    `import { ${names} } from "${PACKAGE}";\n`,
    `const ${caller} = ${code};`,
    ...(upload ? ["const form = new FormData();", 'form.append("files", file);'] : []),
  ];
  const call = (options: Record<string, unknown>, depth: number) => callOf(request, options, depth);
  if (answer.list) {
    return lines(
      ...begin(`${make}, items`),
      `const list = (cursor?: string) =>\n  ${call({}, 1)};`,
      "for await (const each of items(list)) console.log(each);",
    );
  }
  if (answer.kind === "none")
    return lines(...begin(make), `const { error } = await ${call({}, 0)};`, "if (error) throw error;");
  if (answer.kind === "redirect") {
    return lines(
      ...begin(make),
      `const { response } = await ${call({ redirect: "manual" }, 0)};`,
      'console.log(response.headers.get("location"));',
    );
  }
  const parseAs = { json: undefined, text: "text", bytes: "blob" }[answer.kind];
  const start = `const ${constantName(answer.name)} = await answer(`;
  const short = `${start}${call({ parseAs }, 0)});`;
  const isShort = short.length <= LINE_WIDTH && !short.includes("\n");
  return lines(...begin(`answer, ${make}`), isShort ? short : `${start}\n  ${call({ parseAs }, 1)},\n);`);
}

function callOf(
  { method, path, query, body, upload, answer, caller }: SampleRequest,
  options: object,
  depth: number,
): string {
  const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => [slot, new Code(slot)]);
  const asked = query.map(({ name, value }) => [
    name,
    "slot" in value ? new Code(value.slot) : value.literal,
  ]);
  if (answer.list) asked.push(["cursor", new Code("cursor")]);
  const params = {
    ...(slots.length > 0 ? { path: Object.fromEntries(slots) } : {}),
    ...(asked.length > 0 ? { query: Object.fromEntries(asked) } : {}),
  };
  const sent = { body: upload ? new Code("form") : body };
  const begin = `${caller}.${method}("${path}"`;
  const values = { ...(Object.keys(params).length > 0 ? { params } : {}), ...sent, ...options };
  const init = codeOf(values, depth, LINE_WIDTH + 20 - begin.length);
  return init === "{}" ? `${begin})` : `${begin}, ${init})`;
}

function plainFetch({ path }: SampleRequest): string {
  return `const response = await fetch(\`\${baseUrl}${path.replaceAll("{", "${")}\`);`;
}

function constantName(schema: string | undefined): string {
  if (!schema) return "data";
  const name = schema[0]?.toLowerCase() + schema.slice(1);
  return TAKEN_NAMES.test(name) ? "data" : name;
}

function lines(...all: string[]): string {
  return all.join("\n");
}
