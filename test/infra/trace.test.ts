import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test, vi } from "vitest";
import { messages } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { mail, openMail } from "#core/mail/mail.ts";
import { fanOut } from "#core/queue/fan-out.ts";
import { worker } from "#core/queue/worker.ts";
import { mailWorkers } from "#functions/delivery/mail/routes.ts";
import { type Line, leadsOf, lineIn, queryFor, story, wordsOf } from "#infra/trace.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { fingerprint } from "#lib/delivery/mail/suppression.ts";
import { newEmail, testContext } from "#test/support/world.ts";

/** What code logs in this process from now on, as lines of a log. */
function recorded(): Line[] {
  const lines: Line[] = [];
  let at = 0;
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(logger, level).mockImplementation((message: unknown, ...more: unknown[]) => {
      const timestamp = new Date(1_700_000_000_000 + at++).toISOString();
      const line = lineIn(
        JSON.stringify({ level: level.toUpperCase(), timestamp, message, ...Object(more[0]) }),
      );
      if (line) lines.push(line);
    });
  return lines;
}

test("the log leads from a request to what was carried for it, to who worked, and to the mail that went, by any name", async () => {
  const lines = recorded();
  const email = newEmail();
  const request = crypto.randomUUID();
  const ctx = testContext({ requestId: request });
  const write = await mail(ctx, email, { subject: "Hello", html: "<p>Hello</p>", text: "Hello" });
  // As the stream carries it; not inserted, so that the stack's own fan-out does not.
  // Late for the stack's own worker, which would send the mail in place of this one.
  const row = { ...write.put, _t: "message", delay: 5 };
  const carried = {
    eventName: "INSERT",
    dynamodb: { SequenceNumber: "1", NewImage: marshall(row, { removeUndefinedValues: true }) },
  };
  logger.info("request", { op: "requestCode", status: 200, ms: 3, id: request });
  await fanOut([])({ Records: [carried as never] });
  const { id, body } = messages.parse(row);
  const send = worker(mailWorkers.sendEmail, async (own, message) => {
    await deliverMail(own, message.mail_id, await openMail(message));
  });
  const text = JSON.stringify({ id, to: "send-email", request, body });
  const record = { messageId: "sqs", body: text, attributes: { ApproximateReceiveCount: "1" } };
  expect(await send({ Records: [record as never] })).toEqual({ batchItemFailures: [] });
  logger.info("request", { op: "requestCode", status: 200, ms: 3, id: "another" });
  const address = await fingerprint(email);
  for (const name of [request, id, String(body.mail_id), address]) {
    const told = story(lines, name);
    expect(
      told.map(({ message }) => message),
      name,
    ).toEqual(["request", "carried", "mail", "worked"]);
    expect(told[2]).toMatchObject({ outcome: "sent", provider_id: expect.any(String), to: address, request });
    expect(told[3]).toMatchObject({ worker: "sendEmail", tries: 1, request });
  }
  expect(JSON.stringify(lines)).not.toContain(email);
  expect(story(lines, "nobody")).toEqual([]);
  expect(wordsOf(lines[0] as Line)).toBe(
    `${lines[0]?.timestamp}  request  op=requestCode status=200 ms=3 id=${request}`,
  );
  vi.restoreAllMocks();
});

test("a message that fails is told of by its own id and request, and one that cannot be read by that of its queue", async () => {
  const lines = recorded();
  const fail = worker(mailWorkers.sendEmail, () => Promise.reject(new Error("No.")));
  const body = { mail_id: "mail_1", sealed: "x" };
  const text = JSON.stringify({ id: "msg_1", to: "send-email", request: "r1", body });
  const recordOf = (messageId: string, own: string) =>
    ({ messageId, body: own, attributes: { ApproximateReceiveCount: "2" } }) as never;
  await fail({ Records: [recordOf("sqs-1", text), recordOf("sqs-2", "{")] });
  expect(lines.map(({ message, msg, request }) => [message, msg, request])).toEqual([
    ["message failed", "msg_1", "r1"],
    ["message failed", "sqs-2", undefined],
  ]);
  vi.restoreAllMocks();
});

test("what leads on is asked for, and what many share is not", () => {
  const line = lineOf({ event: "evt_1", request: "r1", to: "send-email", tenant: "store_1", number: "A-1" });
  expect(leadsOf([line])).toEqual(["r1", "evt_1"]);
  expect(queryFor(["r1"])).toContain('request in ["r1"]');
  expect(queryFor(["store_1/100001"])).toMatch(/number in \["100001"\].* \| filter tenant = "store_1" \|/);
  expect(
    story([line, lineOf({ number: "A-1", event: "evt_2" }), lineOf({ tenant: "store_1" })], "A-1"),
  ).toHaveLength(2);
});

function lineOf(fields: Record<string, unknown>): Line {
  return { timestamp: "2026-11-23T04:00:00Z", message: "carried", ...fields };
}
