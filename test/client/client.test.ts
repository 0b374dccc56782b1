import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "#core/env.ts";
import { clientTypes } from "#infra/commands/client-types.ts";
import {
  ApiError,
  answer,
  type Client,
  createClient,
  imageUrl,
  intentKey,
  items,
  srcSet,
} from "#lib/client/client.ts";
import { serve } from "#test/support/serve.ts";
import { openStore } from "#test/support/world.ts";

const CLIENT_FOLDER = join(import.meta.dirname, "../../lib/client");
const BASE_URL = "http://shop.example";
const params = { path: { storeId: "store_1" } };

test("the types of the client are those of the manifest; npm run client renews them", () => {
  expect(readFileSync(join(CLIENT_FOLDER, "api.ts"), "utf8") === clientTypes()).toBe(true);
});

afterEach(() => vi.unstubAllGlobals());

/** Compressed bytes of a bundle with these imports of the client. */
async function bytesOf(imports: string): Promise<number> {
  const contents = `import { ${imports} } from "./client.ts"; console.log(${imports});`;
  const stdin = { contents, resolveDir: CLIENT_FOLDER };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  return gzipSync(outputFiles[0]?.contents ?? "").length;
}

test("a contact form loads less than 5 KB of the client, without visitors' sessions", async () => {
  const [form, visitor] = [await bytesOf("createClient"), await bytesOf("createVisitor")];
  console.info(`client: ${form} bytes compressed, ${visitor} with visitors`);
  expect(form).toBeLessThan(5 * 1024);
  expect(visitor).toBeGreaterThan(form + 200);
});

test("a list is read page by page, and a request with an intent key is done once", async () => {
  const store = await openStore();
  const { token } = store.owner;
  const client = createClient({ baseUrl: env("PUBLIC_URL"), token });
  const path = { storeId: store.id };
  const header = { "Idempotency-Key": intentKey() };
  const made = [0, 1].map(() =>
    client.POST("/v1/stores/{storeId}/forms", { params: { path, header }, body: { key: "wholesale" } }),
  );
  const [first, second] = await Promise.all(made);
  const ids = [first, second].map((reply) => reply?.data?.id).filter(Boolean);
  expect(new Set(ids).size).toBe(1);
  const keys: string[] = [];
  const load = (cursor?: string) =>
    client.GET("/v1/stores/{storeId}/forms", { params: { path, query: { limit: 1, cursor } } });
  for await (const form of items(load)) keys.push(form.key);
  expect(keys).toContain("wholesale");
  expect(keys.length).toBe(4);
  expect(new Set(keys).size).toBe(4);
});

test("a refusal is an Error with code, status, fields and request id, returned or thrown", async () => {
  const store = await openStore();
  const client = createClient({ baseUrl: env("PUBLIC_URL"), token: store.owner.token });
  const path = { storeId: store.id };
  // @ts-expect-error A number is no key: it does not compile, and the API says which field is wrong.
  const call = () => client.POST("/v1/stores/{storeId}/forms", { params: { path }, body: { key: 7 } });
  const { data, error, response } = await call();
  expect(data).toBeUndefined();
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: "GENERAL.VALIDATION_FAILED", status: 400 });
  expect(error?.fields).toMatchObject([{ field: "key", code: expect.stringContaining("FIELD.") }]);
  expect(error?.requestId).toBe(response.headers.get("x-request-id"));
  expect(error?.message).toContain("key");
  await expect(answer(call())).rejects.toThrow(ApiError);
  const failing = items((cursor) =>
    client.GET("/v1/stores/{storeId}/forms", { params: { path: { storeId: "store_x" }, query: { cursor } } }),
  );
  await expect(failing.next()).rejects.toMatchObject({ code: "GENERAL.NOT_FOUND", status: 404 });
});

test("a call that would reach another address or lose a value is refused before it is sent", async () => {
  const sent: string[] = [];
  const fetch = async ({ url }: Request) => {
    sent.push(url);
    return Response.json({});
  };
  const client = createClient({ baseUrl: BASE_URL, fetch });
  for (const storeId of ["", ".", "..", undefined, null, {}]) {
    // @ts-expect-error Some are no texts.
    const call = client.GET("/v1/stores/{storeId}/forms", { params: { path: { storeId } } });
    await expect(call).rejects.toThrow("storeId of /v1/stores/{storeId}/forms is no id");
  }
  // @ts-expect-error Without params it does not compile.
  await expect(client.request("get", "/v1/stores/{storeId}/forms", {})).rejects.toThrow("storeId");
  for (const [from, said] of [
    [new Date(), "Send times as Unix seconds"],
    [[new Date()], "Send times as Unix seconds"],
    [[], "from of the query is an empty list"],
  ] as const) {
    const query: object = { from };
    const call = client.GET("/v1/stores/{storeId}/forms", { params: { ...params, query } });
    await expect(call).rejects.toThrow(said);
  }
  for (const bytes of [new Blob(["a"]), new URLSearchParams("a=b"), new Uint8Array(1)]) {
    const body: object = bytes;
    // @ts-expect-error Bytes are no form.
    const call = client.POST("/v1/stores/{storeId}/forms", { params, body });
    await expect(call).rejects.toThrow("neither JSON nor FormData");
  }
  expect(sent).toEqual([]);
  await client.GET("/v1/stores/{storeId}/forms", { params: { path: { storeId: "a/../b c" } } });
  expect(sent).toEqual([`${BASE_URL}/v1/stores/a%2F..%2Fb%20c/forms`]);
});

test("files are sent as FormData, and files of lines are answered as their text", async () => {
  const store = await openStore();
  const client = createClient({ baseUrl: env("PUBLIC_URL"), token: store.owner.token });
  const path = { storeId: store.id };
  const body = new FormData();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  body.append("files", new Blob([svg], { type: "image/svg+xml" }), "dot.svg");
  const [file] = await answer(client.POST("/v1/stores/{storeId}/media", { params: { path }, body }));
  expect(file?.id).toMatch(/^media_/);
  for (const [format, start] of [
    ["csv", /^[\w ]+,/],
    ["jsonl", /^$/],
  ] as const) {
    const all = client.GET("/v1/stores/{storeId}/products/export", { params: { path, query: { format } } });
    expect(await answer(all)).toMatch(start);
  }
});

test("an answer that is not the API's is an ApiError with status and request id", async () => {
  const bodies = ["", "<h1>Bad gateway</h1>", "{}", '{"error":"","message":""}', "null", '"text"'];
  for (const status of [200, 400, 404, 502, 503]) {
    for (const body of status === 200 ? bodies.slice(0, 2) : bodies) {
      const headers = { "x-amz-cf-id": "edge", ...(body ? {} : { "content-length": "0" }) };
      const fetch = async () => new Response(body, { status, headers });
      const client = createClient({ baseUrl: BASE_URL, fetch, retries: 0 });
      const load = () => client.GET("/v1/stores/{storeId}/forms", { params });
      const { data, error, response } = await load();
      expect(data).toBeUndefined();
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: `HTTP.${status}`, status, fields: [], requestId: "edge" });
      expect(error?.message).toContain(String(status));
      expect(response.status).toBe(status);
      await expect(items(load).next()).rejects.toMatchObject({ code: `HTTP.${status}`, status });
    }
  }
});

test("an HTML answer in place of new tokens ends no session", async () => {
  const renewals: unknown[] = [];
  const client = createClient({
    baseUrl: BASE_URL,
    session: { access_token: "old", refresh_token: "r1" },
    onSession: (tokens) => renewals.push(tokens),
    fetch: async ({ url }) =>
      new Response("<h1>Hello</h1>", { status: url.endsWith("/refresh") ? 200 : 401 }),
  });
  const { error } = await client.GET("/v1/accounts/me");
  expect(error).toMatchObject({ code: "HTTP.401" });
  expect(renewals).toEqual([]);
});

test("unknown parameters are refused with a token; without one there is no preflight", async () => {
  const preferred: (string | null)[] = [];
  const fetch = async (request: Request) => {
    preferred.push(request.headers.get("prefer"));
    return Response.json({ items: [], cursor: null });
  };
  for (const token of ["secret", undefined]) {
    const client = createClient({ baseUrl: BASE_URL, fetch, ...(token ? { token } : {}) });
    await client.GET("/v1/stores/{storeId}/forms", { params });
    // @ts-expect-error A name that the list does not know does not compile.
    await client.GET("/v1/stores/{storeId}/forms", { params: { ...params, query: { lmit: 2 } } });
  }
  expect(preferred).toEqual(["handling=strict", "handling=strict", null, null]);
});

test("an expired session is renewed once for all concurrent calls", async () => {
  const paths: string[] = [];
  const renewals: unknown[] = [];
  const client = createClient({
    baseUrl: BASE_URL,
    session: { access_token: "old", refresh_token: "r1" },
    onSession: (tokens) => renewals.push(tokens),
    fetch: async (request) => {
      const bearer = request.headers.get("authorization");
      paths.push(`${new URL(request.url).pathname} ${bearer ?? ""}`.trim());
      await new Promise((resolve) => setImmediate(resolve));
      if (request.url.endsWith("/auth/refresh"))
        return Response.json({ access_token: "new", refresh_token: "r2" });
      return Response.json({}, { status: bearer === "Bearer new" ? 200 : 401 });
    },
  });
  const replies = await Promise.all(Array.from({ length: 20 }, () => client.GET("/v1/accounts/me")));
  expect(replies.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
  expect(paths.filter((line) => line.startsWith("/v1/auth/refresh"))).toHaveLength(1);
  expect(renewals).toEqual([{ access_token: "new", refresh_token: "r2" }]);
});

test("tabs that share a session take over what another has renewed, and renew it once", async () => {
  let stored: { access_token: string; refresh_token: string } | undefined = {
    access_token: "old",
    refresh_token: "r1",
  };
  const spent: string[] = [];
  const fetch = async (request: Request) => {
    if (request.url === `${BASE_URL}/v1/auth/refresh`) {
      spent.push(Object(await request.json()).refresh_token);
      return Response.json({ access_token: "new", refresh_token: "r2" });
    }
    const isNew = request.headers.get("authorization") === "Bearer new";
    return Response.json({}, { status: isNew ? 200 : 401 });
  };
  vi.stubGlobal("document", {});
  const [tab, other] = [0, 1].map(() =>
    createClient({
      // A slash at the end does no harm.
      baseUrl: `${BASE_URL}/`,
      fetch,
      session: () => stored,
      onSession: (tokens) => {
        stored = tokens;
      },
    }),
  );
  const answers = await Promise.all([tab?.GET("/v1/accounts/me"), other?.GET("/v1/accounts/me")]);
  answers.push(await other?.GET("/v1/accounts/me"));
  expect(answers.map((each) => each?.response.status)).toEqual([200, 200, 200]);
  expect(spent).toEqual(["r1"]);
  expect(stored?.refresh_token).toBe("r2");
});

test("a renewal whose answer is lost is sent again", async () => {
  let lost = 0;
  const client = createClient({
    baseUrl: BASE_URL,
    session: { access_token: "old", refresh_token: "r1" },
    fetch: async (request) => {
      if (!request.url.endsWith("/auth/refresh"))
        return Response.json(
          {},
          { status: request.headers.get("authorization") === "Bearer new" ? 200 : 401 },
        );
      lost += 1;
      if (lost === 1) throw new TypeError("fetch failed");
      return Response.json({ access_token: "new", refresh_token: "r2" });
    },
  });
  const { response } = await client.GET("/v1/accounts/me");
  expect([response.status, lost]).toEqual([200, 2]);
});

/** A client whose API gives these answers in turn; `seen` has each request's body and Idempotency-Key. */
function clientAnswering(turns: (() => Response)[]) {
  const seen: { body: string; key: string | null }[] = [];
  const fetch = async (request: Request) => {
    seen.push({ body: await request.text(), key: request.headers.get("idempotency-key") });
    return (turns.shift() ?? (() => Response.json({ id: "form_1" })))();
  };
  return { client: createClient({ baseUrl: BASE_URL, fetch }), seen };
}

const refusedAnswer = (status: number, after?: string) => () =>
  new Response("{}", { status, headers: after === undefined ? {} : { "retry-after": after } });
const networkFailure = () => {
  throw new TypeError("fetch failed");
};

test.each([
  ["429", refusedAnswer(429, "0")],
  ["503", refusedAnswer(503, "0")],
  ["503 without Retry-After", refusedAnswer(503)],
  ["trouble on the way", networkFailure],
])("a POST is retried after %s, with its body and key", async (_, trouble) => {
  const { client, seen } = clientAnswering([trouble]);
  const { data } = await client.POST("/v1/stores/{storeId}/forms", { params, body: { key: "contact" } });
  expect(data).toEqual({ id: "form_1" });
  expect(seen).toHaveLength(2);
  expect(seen[0]).toEqual({ body: '{"key":"contact"}', key: expect.stringMatching(/^[\w-]{32}$/) });
  expect(seen[1]).toEqual(seen[0]);
});

test("a request is tried three times at most, once for other errors or a long Retry-After", async () => {
  const often = clientAnswering([
    refusedAnswer(503, "0"),
    refusedAnswer(503, "0"),
    refusedAnswer(503, "0"),
    refusedAnswer(503, "0"),
  ]);
  const { error } = await often.client.GET("/v1/stores/{storeId}/forms", { params });
  expect(error).toMatchObject({ status: 503, retryAfter: 0 });
  expect(often.seen).toHaveLength(3);
  for (const once of [
    refusedAnswer(400),
    refusedAnswer(409, "0"),
    refusedAnswer(500),
    refusedAnswer(429, "3600"),
  ]) {
    const { client, seen } = clientAnswering([once]);
    const reply = await client.POST("/v1/stores/{storeId}/forms", { params, body: { key: "contact" } });
    expect(reply.error?.status).toBeGreaterThanOrEqual(400);
    expect(seen).toHaveLength(1);
  }
});

test("a PUT or DELETE is repeated only where the API says when to come back", async () => {
  const one = { params: { path: { storeId: "store_1", formId: "form_1" } } };
  const calls = {
    PUT: (client: Client) => client.PUT("/v1/stores/{storeId}/forms/{formId}", { ...one, body: {} }),
    DELETE: (client: Client) => client.DELETE("/v1/stores/{storeId}/forms/{formId}", one),
  };
  for (const [trouble, times] of [
    [networkFailure, 1],
    [refusedAnswer(503), 1],
    [refusedAnswer(503, "0"), 2],
    [refusedAnswer(429, "0"), 2],
  ] as const) {
    for (const [method, call] of Object.entries(calls)) {
      const { client, seen } = clientAnswering([trouble]);
      await Promise.allSettled([call(client)]);
      expect({ method, times: seen.length }).toEqual({ method, times });
    }
  }
});

test("an abort is heard while the client waits for a retry or a token", async () => {
  const aborter = new AbortController();
  const { signal } = aborter;
  const refusing = createClient({
    baseUrl: BASE_URL,
    fetch: async () => {
      // Later than the answer, when the client waits already.
      setImmediate(() => aborter.abort(new Error("The page is gone.")));
      return new Response("{}", { status: 503, headers: { "retry-after": "19" } });
    },
  });
  await expect(refusing.GET("/v1/stores/{storeId}/forms", { params, signal })).rejects.toThrow("gone");
  const credential = { token: () => new Promise<string>(() => undefined) };
  const waiting = createClient({ baseUrl: BASE_URL, credential, fetch: async () => Response.json({}) });
  await expect(waiting.GET("/v1/stores/{storeId}/forms", { params, signal })).rejects.toThrow("gone");
});

test("a list whose page names itself as the next one ends with an error", async () => {
  const pages = [
    { items: [1], cursor: "a" },
    { items: [2], cursor: "a" },
  ];
  const load = async () => {
    const data = pages.shift();
    if (!data) throw new Error("A third page was asked for.");
    return { data };
  };
  const seen: number[] = [];
  const reading = (async () => {
    for await (const each of items(load)) seen.push(each);
  })();
  await expect(reading).rejects.toThrow("does the call send the cursor");
  expect(seen).toEqual([1, 2]);
});

test("a page and a text of the API are data, and those of a proxy are an error", async () => {
  for (const type of ["text/html; charset=utf-8", "text/plain"]) {
    for (const id of ["req_1", undefined]) {
      const headers = { "content-type": type, ...(id ? { "x-request-id": id } : {}) };
      const client = createClient({
        baseUrl: BASE_URL,
        fetch: async () => new Response("Hello", { headers }),
      });
      const { data, error } = await client.GET("/llms.txt");
      expect(id ? data : error?.code).toBe(id ? "Hello" : "HTTP.200");
    }
  }
});

test("the code of an error may be that of a proxy", async () => {
  const { client } = clientAnswering([refusedAnswer(400)]);
  const { error } = await client.GET("/v1/stores/{storeId}/forms", { params });
  const isProxy: boolean = error?.code === "HTTP.400";
  expect(isProxy).toBe(true);
});

test("a request is retried after a broken connection", async () => {
  let calls = 0;
  using server = await serve((request, response) => {
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else response.setHeader("content-type", "application/json").end('{"items":[],"cursor":null}');
  });
  const client = createClient({ baseUrl: server.url });
  const { data } = await client.GET("/v1/stores/{storeId}/forms", { params });
  expect(data?.items).toEqual([]);
  expect(calls).toBe(2);
});

test("pictures have a URL for each width, and intent keys are unique", () => {
  expect(imageUrl("https://cdn.example/a.jpg", { w: 400, format: "webp" })).toBe(
    "https://cdn.example/a.jpg?w=400&format=webp",
  );
  expect(srcSet("https://cdn.example/a.jpg", [400, 800])).toBe(
    "https://cdn.example/a.jpg?w=400 400w, https://cdn.example/a.jpg?w=800 800w",
  );
  expect(new Set(Array.from({ length: 1000 }, intentKey)).size).toBe(1000);
});
