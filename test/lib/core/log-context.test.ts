import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { tenantKey } from "#core/dynamo/cache.ts";
import { getItem } from "#core/dynamo/read.ts";
import { messages } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { addToLogLine, logLineFields, withLogContext } from "#core/log-context.ts";
import { MAX_DELIVERIES, workers } from "#core/queue/contract.ts";
import { message } from "#core/queue/message.ts";
import { quarantinedRows, quarantineMessage, releaseRow } from "#core/queue/quarantine.ts";
import { scheduledWorker } from "#core/queue/scheduled.ts";
import { sendNow } from "#core/queue/send.ts";
import { batchWorker, worker } from "#core/queue/worker.ts";
import { openToken, sealToken } from "#core/seal.ts";
import { stripe } from "#lib/money/payments/stripe-adapter.ts";
import { stripeFor } from "#lib/money/payments/stripe-client.ts";
import { openProbeKind } from "#test/support/due-probes.ts";
import { loggedLines } from "#test/support/logged-lines.ts";
import { openStore, testContext } from "#test/support/world.ts";

const Note = message("take", z.object({ store_id: z.string(), n: z.int() }));
const { take } = workers("content/forms", {
  take: { summary: "t", trigger: { kind: "queue", message: Note } },
});

afterEach(() => vi.restoreAllMocks());

function record(n: number, tries = 1, request = `r${n}`) {
  const body = JSON.stringify({ id: `msg_${n}`, to: "take", request, body: { store_id: `store_${n}`, n } });
  return { messageId: `sqs-${n}`, body, attributes: { ApproximateReceiveCount: String(tries) } } as never;
}

const mainFields = (line: Record<string, unknown>) => [line.msg, line.request, line.tenant, line.outcome];

test("a worker logs one line a message with its result, and the same ids on every try", async () => {
  const run = worker(take, async (_ctx, { n }) => {
    if (n === 2) throw new Error("No.");
    if (n === 3) addToLogLine({ outcome: "sent", provider_id: "p1" });
  });
  const lines = await loggedLines(() =>
    run({ Records: [record(1), record(2), record(3), record(2, MAX_DELIVERIES)] }),
  );
  expect(lines.map(mainFields)).toEqual([
    ["msg_1", "r1", "store_1", "done"],
    ["msg_2", "r2", "store_2", "failed"],
    ["msg_3", "r3", "store_3", "sent"],
    ["msg_2", "r2", "store_2", "dead"],
  ]);
  expect(lines[2]).toMatchObject({ worker: "take", provider_id: "p1", tries: 1 });
});

test("a batch worker logs one line a message, whether done or returned, and each error once", async () => {
  const half = batchWorker(take, async (_ctx, all) => new Set(all.filter(({ n }) => n === 2)));
  expect((await loggedLines(() => half({ Records: [record(1), record(2)] }))).map(mainFields)).toEqual([
    ["msg_1", "r1", "store_1", "done"],
    ["msg_2", "r2", "store_2", "back"],
  ]);
  const none = batchWorker(take, () => Promise.reject(new Error("No.")));
  const lines = await loggedLines(() => none({ Records: [record(1), record(2)] }));
  expect(lines.map(mainFields)).toEqual([
    ["msg_1", "r1", "store_1", "failed"],
    ["msg_2", "r2", "store_2", "failed"],
  ]);
  expect(lines.filter(({ error }) => error !== undefined)).toHaveLength(1);
});

test("a scheduled run logs one line, and Lambda's own line about its failure has no details", async () => {
  const { tick } = workers("content/forms", {
    tick: { summary: "t", trigger: { kind: "schedule", everyMinutes: 1 } },
  });
  const minute = { id: "t1", time: new Date().toISOString() };
  const [done] = await loggedLines(() => scheduledWorker(tick, async () => undefined)(minute));
  expect(done).toMatchObject({ message: "worked", worker: "tick", request: "t1", outcome: "done" });
  const [failed] = await loggedLines(() =>
    expect(scheduledWorker(tick, () => Promise.reject(new Error("of ada")))(minute)).rejects.not.toThrow(
      "ada",
    ),
  );
  expect(failed).toMatchObject({ message: "tick failed", request: "t1", outcome: "failed" });
});

test("each due row has one log line with its kind, tenant and result, and a request of its own", async () => {
  const { add, drain, name } = openProbeKind(({ id }) => {
    if (id === "p1") throw new Error("No.");
    logger.info("inside");
  });
  await add("one", 2);
  await add("two", 1);
  const lines = await loggedLines(() => drain());
  const told = lines.filter(({ kind }) => kind === name);
  expect(told.map(({ tenant, record: of, outcome }) => [tenant, of, outcome]).sort()).toEqual([
    ["one", `${name}#p0`, "done"],
    ["one", `${name}#p1`, "failed"],
    ["two", `${name}#p0`, "done"],
  ]);
  expect(new Set(told.map(({ request }) => request)).size).toBe(3);
  const inside = lines.filter(({ message: said }) => said === "inside");
  expect(inside.map(({ request }) => request).sort()).toEqual(
    told.flatMap(({ request, outcome }) => (outcome === "done" ? [request] : [])).sort(),
  );
});

test("messages carry the id of the request that caused them, even when they are sent again", async () => {
  const sent: string[] = [];
  vi.spyOn(SQSClient.prototype, "send").mockImplementation((command: unknown) => {
    if (command instanceof SendMessageBatchCommand)
      sent.push(...(command.input.Entries ?? []).map(({ MessageBody = "" }) => MessageBody));
    return Promise.resolve({}) as never;
  });
  const again = worker(take, (_ctx, body) => sendNow(Note, { id: "again", body, delay: 900 }));
  await withLogContext({ request: "r0" }, () =>
    sendNow(Note, { id: "first", body: { store_id: "s", n: 1 } }),
  );
  await again({ Records: [record(7)] });
  expect(sent.map((text) => JSON.parse(text)).map(({ id, request }) => [id, request])).toEqual([
    ["first", "r0"],
    ["again", "r7"],
  ]);
});

test("a change at Stripe is logged with Stripe's request id, even for parallel changes", async () => {
  const ctx = testContext();
  const started = (tenantId: string) =>
    withLogContext({ tenant: tenantId }, async () => {
      const id = newId("pay");
      const secretKey = `sk_test_${newId("x").slice(2)}`;
      const asked = {
        ...{
          id: `${id}-1`,
          paymentId: id,
          n: 1,
          tenantId,
          reference: "order_1",
          email: null,
          keepsCard: false,
        },
        ...{ returnUrl: "https://example.com/a", cancelUrl: "https://example.com/b" },
        ...{ amount: 1000, currency: "EUR", expiresAt: ctx.now() + 2100 },
        lines: [{ name: "Line", quantity: 1, amount: 1000 }],
      };
      const page = await stripe.start(ctx, asked, { tenantId, secretKey, webhookSecrets: [] });
      const changed = logLineFields();
      await (await stripeFor(secretKey)).checkout.sessions.retrieve(page?.ref ?? "");
      // A read at the provider changes nothing there, so the line does not name it.
      expect(logLineFields()).toEqual(changed);
      return changed;
    });
  for (const line of await Promise.all(["store_1", "store_2"].map(started)))
    expect(line).toEqual({ provider_id: expect.stringMatching(/^req_\w+$/) });
});

test("a quarantined row keeps the request that caused it", async () => {
  const mark = crypto.randomUUID();
  await quarantineMessage(
    `none-${mark}`,
    { id: mark, body: { mark }, request: `r-${mark}` },
    "there is no queue",
  );
  const found: Record<string, unknown>[] = [];
  for await (const rows of quarantinedRows())
    found.push(...rows.filter(({ queue }) => queue === `none-${mark}`));
  expect(found.map((row) => messages.parse(row).request_id)).toEqual([`r-${mark}`]);
  for (const row of found) await releaseRow(row);
});

test("a request belongs to the only tenant that it writes, or else reads; several make none", async () => {
  const [one, other] = [await openStore(), await openStore()];
  const tenantOfLine = async (run: () => Promise<unknown>) => {
    const [line] = await loggedLines(() =>
      withLogContext({ request: "r" }, async () => {
        await run();
        logger.info("end");
      }),
    );
    return line?.tenant;
  };
  const read = (...stores: { id: string }[]) => Promise.all(stores.map(({ id }) => getItem(tenantKey(id))));
  expect(await tenantOfLine(() => read(one))).toBe(one.id);
  expect(await tenantOfLine(() => read(one, other))).toBeUndefined();
  expect(await tenantOfLine(() => read())).toBeUndefined();
  const token = await sealToken("page", [one.id, "x"]);
  expect(await tenantOfLine(() => openToken("page", token, z.tuple([z.string(), z.string()])))).toBe(one.id);
});
