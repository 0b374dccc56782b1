import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import { shellVariable } from "#core/reference/curl-sample.ts";
import { operations } from "#functions/manifest.ts";
import * as client from "#lib/client/client.ts";
import {
  runInShell,
  type Sample,
  samples,
  shellVariables,
  slotsOfSamples,
  withoutImports,
} from "#test/support/samples.ts";
import { serve } from "#test/support/serve.ts";
import { openProject, type Project } from "./reader.ts";

interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  authorization: string | undefined;
}

// The shell has one variable for a store and a business.
const ids = Object.fromEntries(slotsOfSamples().map((slot) => [slot, `its-${shellVariable(slot)}`]));
// In TypeScript, the token of a link and the one of a caller have the same name.
ids.token = "its-token";

let project: Project;
let recorder: Awaited<ReturnType<typeof openRecorder>>;
beforeAll(async () => {
  project = await openProject();
  recorder = await openRecorder();
});
afterAll(() => {
  project.end();
  recorder.stop();
});

test("every sample in TypeScript compiles in strict mode with the packed client", async () => {
  const head = [
    'import { answer, createClient, createVisitor, items } from "@storefront-backend/client";',
    `declare const baseUrl: string, file: File, ${Object.keys(ids).join(": string, ")}: string;`,
  ];
  const blocks = samples.map((each) => `{\n${withoutImports(each)}\n}`);
  expect(await project.typeErrors([...head, ...blocks].join("\n"))).toBe("");
  const imports = samples.flatMap(({ typescript }) => [...typescript.matchAll(/^import .*$/gm)].flat());
  expect(imports.length).toBe(operations.length);
  expect(await project.typeErrors([...new Set(imports)].map(asExport).join("\n"))).toBe("");
});

/** Each line exports under names of its own, as a module can import a name only once. */
function asExport(line: string, index: number): string {
  return line.replace(
    /\{ (.*) \}/,
    (_, names: string) => `{ ${names.split(", ").map((name) => `${name} as ${name}${index}`)} }`,
  );
}

test("every sample in curl sends what the one in TypeScript sends, and its schema takes it", async () => {
  const calls = samples.map(({ id, curl }) => ({
    command: curl,
    variables: {
      ...shellVariables(ids),
      API: `${recorder.url}/${id}`,
      TOKEN: "its-token",
      VISITOR: "visitor-token",
    },
  }));
  await runInShell(calls);
  const byCurl = recorder.take();
  for (const each of samples) await runTypescript(each, `${recorder.url}/${each.id}`);
  const byClient = recorder.take();
  for (const { id, method } of samples) {
    expect({ id, sent: byCurl.get(id) }).toEqual({ id, sent: byClient.get(id) });
    const { path = "", query = {}, body } = byCurl.get(id) ?? {};
    expect({ id, method: byCurl.get(id)?.method, hole: /undefined|\/\/|\/$|\$/.exec(path)?.[0] }).toEqual({
      id,
      method,
      hole: undefined,
    });
    const operation = operations.find((declared) => declared.id === id);
    if (operation?.query)
      expect({ id, ...operation.query.safeParse(query) }).toMatchObject({ id, success: true });
    if (operation?.body && operation.bodyKind !== "multipart")
      expect({ id, ...operation.body.safeParse(body) }).toMatchObject({ id, success: true });
    expect({ id, token: byCurl.get(id)?.authorization }).toEqual({
      id,
      token: operation && tokenFor(operation),
    });
  }
});

/** The credential that a sample needs: a visitor's below a store's storefront, also where it is optional. */
function tokenFor({ needs, path }: Operation): string | undefined {
  if (needs === "none") return undefined;
  if (needs === "public" && !path.startsWith("/v1/storefront/{storeId}/")) return undefined;
  return `Bearer ${needs === "visitor" || needs === "public" ? "visitor-token" : "its-token"}`;
}

async function runTypescript(sample: Sample, baseUrl: string): Promise<void> {
  const code = withoutImports(sample).replace("(cursor?: string)", "(cursor)");
  // A visitor who came before, since nobody else can log out.
  const kept = { get: () => "visitor-token", set: () => undefined };
  const createVisitor = (options: client.VisitorOptions) => client.createVisitor({ ...options, kept });
  const file = new File(["picture"], "picture.jpg");
  const values = { ...client, createVisitor, ...ids, baseUrl, file };
  const quiet = { log: () => undefined };
  const run = new Function(...Object.keys(values), "console", `return (async () => {\n${code}\n})()`);
  await run(...Object.values(values), quiet);
}

/** A server that keeps the last request below each first segment of the path, and answers an empty list. */
async function openRecorder() {
  let requests = new Map<string, Sent>();
  const { url, stop } = await serve(async (request, response) => {
    const [, id = "", ...rest] = (request.url ?? "").split("/");
    requests.set(id, await readRequest(request, `/${rest.join("/")}`));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ items: [], cursor: null }));
  });
  const take = () => {
    const taken = requests;
    requests = new Map();
    return taken;
  };
  return { url, stop, take };
}

async function readRequest(request: IncomingMessage, address: string): Promise<Sent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const [type] = (request.headers["content-type"] ?? "").split(";");
  return {
    method: request.method ?? "",
    path: pathname,
    query: Object.fromEntries(searchParams),
    body:
      type === "multipart/form-data"
        ? /name="(\w+)"; filename="([\w.]+)"/.exec(text)?.slice(1)
        : text && JSON.parse(text),
    authorization: request.headers.authorization,
  };
}
