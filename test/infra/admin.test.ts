import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { changeItem } from "#core/dynamo/change.ts";
import { getItem } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { messages } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { ADMIN_HELP } from "#infra/commands/admin-usage.ts";
import { describeConcurrency } from "#infra/commands/concurrency.ts";
import { configOf } from "#infra/config.ts";
import { serve } from "#test/support/serve.ts";
import { eventually, openStore, testContext } from "#test/support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "admin-"));
const requests: string[] = [];
const ACCOUNT_QUOTA = 1000;
/** A stand-in for AWS Lambda's API with two calls; it rejects unsigned and undocumented requests. */
let lambda: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  lambda = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const call = `${request.method} ${request.url}`;
    requests.push(`${call} ${body}`);
    const signed = /^AWS4-HMAC-SHA256 Credential=\S+\/lambda\/aws4_request, /.test(
      request.headers.authorization ?? "",
    );
    const answer = (status: number, content: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    if (!signed) return answer(403, { message: "Missing Authentication Token" });
    if (call === "GET /2016-08-19/account-settings")
      return answer(200, {
        AccountLimit: { ConcurrentExecutions: ACCOUNT_QUOTA, UnreservedConcurrentExecutions: ACCOUNT_QUOTA },
        AccountUsage: { FunctionCount: 3, TotalCodeSize: 1 },
      });
    if (call === "POST /2015-03-31/functions/storefront-prod-fan-out/invocations")
      return answer(200, { sent: 2, left: 1 });
    return answer(404, { message: "Function not found" });
  });
  mkdirSync(join(folder, ".local"));
  const { api } = inject("addresses");
  const running = { api, environment: inject("environment") };
  writeFileSync(join(folder, ".local", "addresses.json"), JSON.stringify(running));
});
afterAll(() => {
  lambda.stop();
  rmSync(folder, { recursive: true });
});

test("rows in quarantine are sent on request, on the local stack", async () => {
  const id = newId("msg");
  const key = { pk: `MESSAGE#${id}`, sk: "MESSAGE" };
  const created_at = Math.floor(Date.now() / 1000);
  const row = { ...key, id, queue: "nowhere", body: "{}", created_at, _t: "message", ttl: created_at + 600 };
  await transact(testContext(), [{ entity: messages.name, put: row }]);
  await eventually(async () => (await getItem(key))?.due === "OUTBOX_ASIDE", "the row in quarantine");
  await changeItem(key, { set: { queue: "purge", body: '{"kind":"partitions","partitions":[]}' } });
  const { out } = await runAdmin(["replay"]);
  expect(out).toMatch(/^Sent [1-9]\d* rows? that stood aside\./m);
  expect(await getItem(key)).not.toHaveProperty("due");
});

test("rows in quarantine on AWS are sent by the fan-out; rows that fail set the exit code", async () => {
  const { code, out } = await runAdmin(["replay", "-c", "env=prod"]);
  expect(requests).toContain(
    'POST /2015-03-31/functions/storefront-prod-fan-out/invocations {"replay":true}',
  );
  expect(out).toBe(
    "Sent 2 rows that stood aside. 1 still cannot be sent: the log of the fan-out says why.\n",
  );
  expect(code).toBe(1);
});

test("concurrency is reserved only within the account's quota", async () => {
  const { code, out } = await runAdmin(["concurrency", "-c", "env=prod"]);
  expect(out).toMatch(
    /^The account runs 1000 functions side by side, of which 100 must stay free\. prod sets nothing/,
  );
  expect(code).toBe(0);
  const prod = { ...configOf("prod", {}), reserved: { media: 10, bulk: 2 } };
  expect(describeConcurrency(prod, 1000)).toMatchObject({ fits: true });
  const small = describeConcurrency(prod, 10);
  expect(small.fits).toBe(false);
  expect(small.text).toMatch(/ask for a quota of \d+/);
});

test("a store is exported by its key, and never imported over an existing one", async () => {
  const store = await openStore();
  const file = join(folder, "store.jsonl.gz");
  const { code, out, err } = await runAdmin(["export", store.key, file]);
  expect(err).toBe("");
  expect(out).toMatch(/^Wrote .*store\.jsonl\.gz: \d+ lines\./);
  expect(code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await runAdmin(["import", file]);
  expect(again.err).toBe(`The store ${store.id} already exists here: an import changes no existing store.\n`);
  expect(again.code).toBe(1);
  const none = await runAdmin(["export", "store_none", file]);
  expect(none.err).toBe("There is no store with the id or key store_none.\n");
  expect(await runAdmin(["import", join(folder, "none.jsonl")])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no file .*none\.jsonl\.\n$/),
  });
});

test("help tells what every command does; wrong words are answered by how to use that command", async () => {
  const help = await runAdmin(["--help"]);
  expect(help).toMatchObject({ code: 0, err: "" });
  for (const { does, example } of Object.values(ADMIN_HELP)) {
    expect(help.out).toContain(does);
    expect(help.out).toContain(`npm run admin -- ${example}`);
  }
  for (const words of [[], ["unknown"]])
    expect(await runAdmin(words)).toEqual({ code: 1, out: "", err: help.out });
  for (const words of [
    ["replay", "-c", "prod"],
    ["concurrency"],
    ["make-super"],
    ["export", "store"],
    ["import"],
    ["restore", "noon", "-c", "env=dev"],
  ]) {
    const { code, out, err } = await runAdmin(words);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`npm run admin -- ${words[0]}`);
    expect(err).not.toBe(help.out);
  }
});

type EndedProcess = { code: number | null; out: string; err: string };

function runAdmin(words: string[]): Promise<EndedProcess> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  };
  const child = spawn(process.execPath, [resolve("infra/commands/admin.ts"), ...words], { cwd: folder, env });
  const output = { out: "", err: "" };
  child.stdout.on("data", (bytes: Buffer) => {
    output.out += bytes;
  });
  child.stderr.on("data", (bytes: Buffer) => {
    output.err += bytes;
  });
  return new Promise((done) => child.once("close", (code) => done({ code, ...output })));
}
