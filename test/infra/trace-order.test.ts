import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseLine } from "#infra/commands/trace.ts";
import { cleanEnvironment } from "#test/support/laptop.ts";
import { BY_CARD } from "#test/support/orders.ts";

type SoldOrder = { store: string; number: string };

let folder = "";
let log = "";
let soldOrders: SoldOrder[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trace-"));
  const program = join(import.meta.dirname, "trace-process.ts");
  const child = fork(program, {
    silent: true,
    env: { ...cleanEnvironment(), LOG_LEVEL: "INFO" },
    execArgv: [],
  });
  child.on("message", (message) => {
    soldOrders = message as SoldOrder[];
  });
  log = await outputOf(child);
  await writeFile(join(folder, "log.jsonl"), log);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function outputOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout?.on("data", (bytes) => {
    text += bytes;
  });
  child.stderr?.on("data", (bytes) => {
    text += bytes;
  });
  return new Promise((resolve) => child.on("close", () => resolve(text)));
}

/** The output of the runbook's command. */
function runTrace(asked: string): Promise<string> {
  const admin = join(import.meta.dirname, "../../infra/commands/admin.ts");
  return outputOf(
    spawn(process.execPath, [admin, "trace", asked, join(folder, "log.jsonl")], { env: cleanEnvironment() }),
  );
}

test("an order's number finds its request, events, workers, payment and mails, in order", async () => {
  const [paid, unpaid] = soldOrders;
  expect(paid?.number, log.slice(-2000)).toBe("100001");
  const outputLines = (await runTrace(`${paid?.store}/${paid?.number}`)).trim().split("\n");
  const times = outputLines.map((line) => line.slice(0, 24));
  expect(times).toEqual(times.toSorted());
  const whole = outputLines.join("\n");
  for (const words of [
    "op=checkoutVisitorCart status=201",
    "type=order.created",
    "type=payment.captured",
    "number=100001",
    "outcome=sent",
    "worker=sendTenantEmail",
  ])
    expect(whole).toContain(words);
  expect(whole.indexOf("op=checkoutVisitorCart")).toBeLessThan(whole.indexOf("type=payment.captured"));
  expect(whole).not.toContain(unpaid?.store);
  expect(log).not.toContain(BY_CARD.email);
});

test("every log line that a checkout causes has its request's id", () => {
  const lines = log.split("\n").flatMap((text) => parseLine(text) ?? []);
  const inCash = soldOrders[1]?.store;
  const [request] = lines.filter(({ op, tenant }) => op === "checkoutVisitorCart" && tenant === inCash);
  const own = lines.filter((line) => line.request === request?.id);
  // The provider's id of the payment page, also in the sandbox.
  const byCard = lines.find(
    ({ op, tenant }) => op === "checkoutVisitorCart" && tenant === soldOrders[0]?.store,
  );
  expect(byCard?.provider_id).toEqual(expect.any(String));
  expect(own.filter(({ message }) => message === "carried").map(({ type }) => type)).toContain(
    "order.created",
  );
  for (const worker of ["notifyOrder", "indexOrder", "sendTenantEmail"])
    expect(own, worker).toContainEqual(
      expect.objectContaining({ worker, message: "worked", tenant: inCash }),
    );
  expect(own).toContainEqual(
    expect.objectContaining({ outcome: "sent", provider_id: expect.any(String), mail: expect.any(String) }),
  );
  // No line names another tenant.
  expect(own.filter(({ tenant }) => tenant !== undefined && tenant !== inCash)).toEqual([]);
});

test("a number finds orders of all stores, unless a store is named", async () => {
  const [paid, unpaid] = soldOrders;
  expect(unpaid?.number).toBe(paid?.number);
  const both = await runTrace(String(unpaid?.number));
  expect(both).toContain(paid?.store);
  expect(both).toContain(unpaid?.store);
  const one = await runTrace(`${unpaid?.store}/${unpaid?.number}`);
  expect(one).toContain("type=order.created");
  expect(one).not.toContain(paid?.store);
  expect(await runTrace("100999")).toBe("No line of the last 30 days tells of it.\n");
});
