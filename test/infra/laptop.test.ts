import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outputWith, startLocalStack, stopLocalStack } from "#test/support/laptop.ts";
import { serve } from "#test/support/serve.ts";
import { eventually } from "#test/support/world.ts";
import { jsonOf } from "./local-functions/json.ts";

const dir = mkdtempSync(join(tmpdir(), "laptop-"));
let laptop: ChildProcess;
let api = "";
let printed = "";

beforeAll(async () => {
  laptop = startLocalStack({ dir });
  laptop.stdout?.on("data", (text) => {
    printed += text;
  });
  api = /API\s+(http:\S+)/.exec(await outputWith(laptop, "Ctrl-C"))?.[1] ?? "";
});
afterAll(async () => {
  await stopLocalStack(laptop);
  rmSync(dir, { recursive: true, force: true });
});

type StartedStack = { id: string; upload: { url: string; fields: Record<string, string> } };

type RequestOptions = { token?: string; body?: unknown };

async function callApi<T = { id: string }>(
  method: string,
  path: string,
  { token, body }: RequestOptions = {},
): Promise<T> {
  const reply = await fetch(new URL(path, api), {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await jsonOf<T>(reply);
  expect(reply.ok, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer;
}

async function signIn(email: string): Promise<string> {
  const { challenge_id } = await callApi<{ challenge_id: string }>("POST", "/v1/auth/code", {
    body: { email },
  });
  const code = (await (await fetch(`${api}/_local/code?email=${email}`)).text()).trim();
  const session = await callApi<{ access_token: string }>("POST", "/v1/auth/verify", {
    body: { challenge_id, code },
  });
  return session.access_token;
}

const openStore = (token: string, key: string) =>
  callApi("POST", "/v1/stores", { token, body: { key, timezone: "Europe/Berlin" } });

describe("a local stack without settings", () => {
  test("has no limits: five stores of one person, and 200 products of one file", async () => {
    const token = await signIn("ada@example.com");
    for (const index of [1, 2, 3, 4]) await openStore(token, `store-${index}`);
    const { id } = await openStore(token, "store-5");
    const products = `/v1/stores/${id}/products`;
    const lines = [...Array(200).keys()].map((index) => `thing-${index},active,Thing ${index}`);
    const file = ["key,status,name", ...lines, ""].join("\n");
    const startedImport = await callApi<StartedStack>("POST", `${products}/imports`, {
      token,
      body: { format: "csv", size: Buffer.byteLength(file) },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(startedImport.upload.fields)) form.append(name, value);
    form.append("file", new Blob([file]));
    expect((await fetch(startedImport.upload.url, { method: "POST", body: form })).ok).toBe(true);
    await callApi("POST", `${products}/imports/${startedImport.id}/start`, { token });
    const done = await eventually(async () => {
      const now = await callApi<{ status: string }>("GET", `${products}/imports/${startedImport.id}`, {
        token,
      });
      return now.status !== "running" && now;
    }, "the import");
    expect(done).toMatchObject({ status: "completed", created: 200, failed: 0, faults: [] });
    const plans = await callApi("GET", "/v1/businesses/plans", { token });
    expect(plans).toMatchObject([{ id: "unlimited" }]);
  });

  test("delivers webhooks to any port of this machine, by each of its names", async () => {
    const got: string[] = [];
    using server = await serve((request, response) => {
      got.push(request.url ?? "");
      response.end();
    });
    const token = await signIn("grace@example.com");
    const { id } = await openStore(token, "hooks");
    for (const host of ["localhost", "127.0.0.1", "LOCALHOST"])
      await callApi("POST", `/v1/stores/${id}/webhooks`, {
        token,
        body: { url: `http://${host}:${server.port}/${host}`, events: ["product.created"] },
      });
    await callApi("POST", `/v1/stores/${id}/products`, { token, body: { key: "mug" } });
    await eventually(async () => got.length >= 3, "three deliveries");
    expect(got.sort()).toEqual(["/127.0.0.1", "/LOCALHOST", "/localhost"]);
  });

  test("prints no line for a successful request", async () => {
    await signIn("alan@example.com");
    expect(printed).not.toContain("requestCode");
  });
});
