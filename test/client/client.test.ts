import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { clientTypes } from "#infra/client-types.ts";
import { createClient, intentKey, items } from "#lib/client/client.ts";
import { imageUrl, srcSet } from "#lib/client/images.ts";
import { verifyWebhook } from "#lib/client/webhooks.ts";
import { openStore } from "#test/support/world.ts";

const FOLDER = join(import.meta.dirname, "../../lib/client");
const MAX_BYTES = 6 * 1024;

test("the types of the client are those of the manifest; npm run client renews them", () => {
  expect(readFileSync(join(FOLDER, "api.ts"), "utf8") === clientTypes()).toBe(true);
});

test("the client has at most 6 KB compressed in a browser", async () => {
  const contents = 'export * from "./client.ts"; export * from "./images.ts";';
  const stdin = { contents, resolveDir: FOLDER };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  const bytes = gzipSync(outputFiles[0]?.contents ?? "").length;
  console.info(`client: ${bytes} bytes compressed`);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

test("a list is walked page by page, and a typed intent is carried out once", async () => {
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

test("a session that has ended is renewed once for all callers at once", async () => {
  const asked: string[] = [];
  const kept: unknown[] = [];
  const client = createClient({
    baseUrl: "http://shop.example",
    session: { access_token: "old", refresh_token: "r1" },
    onSession: (tokens) => kept.push(tokens),
    fetch: async (request) => {
      const bearer = request.headers.get("authorization");
      asked.push(`${new URL(request.url).pathname} ${bearer ?? ""}`.trim());
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (request.url.endsWith("/auth/refresh"))
        return Response.json({ access_token: "new", refresh_token: "r2" });
      return Response.json({}, { status: bearer === "Bearer new" ? 200 : 401 });
    },
  });
  const replies = await Promise.all(Array.from({ length: 20 }, () => client.GET("/v1/accounts/me")));
  expect(replies.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
  expect(asked.filter((line) => line.startsWith("/v1/auth/refresh"))).toHaveLength(1);
  expect(kept).toEqual([{ access_token: "new", refresh_token: "r2" }]);
});

test("pictures are addressed in every width, and keys of intents never repeat", () => {
  expect(imageUrl("https://cdn.example/a.jpg", { w: 400, format: "webp" })).toBe(
    "https://cdn.example/a.jpg?w=400&format=webp",
  );
  expect(srcSet("https://cdn.example/a.jpg", [400, 800])).toBe(
    "https://cdn.example/a.jpg?w=400 400w, https://cdn.example/a.jpg?w=800 800w",
  );
  expect(new Set(Array.from({ length: 1000 }, intentKey)).size).toBe(1000);
});

test("a webhook counts only with its signature", () => {
  const secret = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;
  const body = '{"type":"form.created"}';
  const now = new Date();
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
  };
  expect(verifyWebhook(secret, headers, body)).toEqual({ type: "form.created" });
  expect(() => verifyWebhook(secret, headers, `${body} `)).toThrow();
});
