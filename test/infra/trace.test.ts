import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { messages } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { enqueueMail, openMail } from "#core/mail/mail.ts";
import { MAX_DELIVERIES } from "#core/queue/contract.ts";
import { fanOut } from "#core/queue/fan-out.ts";
import { worker } from "#core/queue/worker.ts";
import { mailWorkers } from "#functions/delivery/mail/routes.ts";
import {
  formatLine,
  type Line,
  nextNames,
  parseLine,
  queryFor,
  relatedLines,
} from "#infra/commands/trace.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { emailHash } from "#lib/delivery/mail/suppression.ts";
import { loggedLines } from "#test/support/logged-lines.ts";
import { newEmail, testContext } from "#test/support/world.ts";

test("the log leads from a request to its messages, workers and mail, by any of their ids", async () => {
  const email = newEmail();
  const request = crypto.randomUUID();
  const ctx = testContext({ requestId: request });
  const write = await enqueueMail(ctx, email, { subject: "Hello", html: "<p>Hello</p>", text: "Hello" });
  // A row as in the stream. It is not inserted, so the fan-out of the stack does not see it, and it is delayed, so
  // the worker of the stack does not send the mail first.
  const row = { ...write.put, _t: "message", delay: 5 };
  const carried = {
    eventName: "INSERT",
    dynamodb: { SequenceNumber: "1", NewImage: marshall(row, { removeUndefinedValues: true }) },
  };
  const { id, body } = messages.parse(row);
  const send = worker(mailWorkers.sendEmail, async (own, message) => {
    await deliverMail(own, message.mail_id, await openMail(message));
  });
  const text = JSON.stringify({ id, to: "send-email", request, body });
  const lines = await loggedLines(async () => {
    logger.info("request", { op: "requestCode", status: 200, ms: 3, id: request });
    await fanOut([])({ Records: [carried as never] });
    expect(await send({ Records: [messageRecord("sqs", text, 1)] })).toEqual({ batchItemFailures: [] });
    logger.info("request", { op: "requestCode", status: 200, ms: 3, id: "another" });
  });
  const address = await emailHash(email);
  for (const name of [request, id, String(body.mail_id), address]) {
    const found = relatedLines(lines, name);
    expect(
      found.map(({ message }) => message),
      name,
    ).toEqual(["request", "carried", "worked"]);
    expect(found[2]).toMatchObject({ worker: "sendEmail", tries: 1, request, msg: id, to: address });
    expect(found[2]).toMatchObject({ outcome: "sent", provider_id: expect.any(String) });
  }
  expect(relatedLines(lines, String(lines.at(-2)?.provider_id))).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain(email);
  expect(relatedLines(lines, "nobody")).toEqual([]);
  expect(formatLine(lines[0] as Line)).toBe(
    `${lines[0]?.timestamp}  request  op=requestCode status=200 ms=3 id=${request}`,
  );
});

test("a failed message is logged with its id and request, an unreadable one with its queue's", async () => {
  const fail = worker(mailWorkers.sendEmail, () => Promise.reject(new Error("No.")));
  const body = { mail_id: "mail_1", sealed: "x" };
  const text = JSON.stringify({ id: "msg_1", to: "send-email", request: "r1", body });
  const lines = await loggedLines(() =>
    fail({
      Records: [
        messageRecord("sqs-1", text, 2),
        messageRecord("sqs-2", "{", 2),
        messageRecord("sqs-3", text, MAX_DELIVERIES),
      ],
    }),
  );
  expect(lines.map(({ message, msg, request, outcome }) => [message, msg, request, outcome])).toEqual([
    ["message failed", "msg_1", "r1", "failed"],
    ["message failed", "sqs-2", undefined, "failed"],
    ["message failed", "msg_1", "r1", "dead"],
  ]);
});

test("the access log has requests that no function answered, by id and without the caller", () => {
  const fields = {
    requestId: "r1",
    time: "1700000000000",
    ip: "192.0.2.1",
    route: "GET /v1/stores",
    status: "503",
  };
  const line = parseLine(JSON.stringify({ ...fields, userAgent: "curl", error: "Service Unavailable" }));
  expect(formatLine(line as Line)).toBe(
    "2023-11-14T22:13:20.000Z  access  id=r1 route=GET /v1/stores status=503 error=Service Unavailable",
  );
  expect(queryFor(["r1"])).toContain('requestId in ["r1"]');
});

function messageRecord(messageId: string, body: string, tries: number) {
  return { messageId, body, attributes: { ApproximateReceiveCount: String(tries) } } as never;
}

test("ids that lead further are queried, and widely shared names are not", () => {
  const line = logLine({ event: "evt_1", request: "r1", to: "send-email", tenant: "store_1", number: "A-1" });
  expect(nextNames([line])).toEqual(["r1", "evt_1"]);
  expect(queryFor(["r1"])).toContain('request in ["r1"]');
  expect(queryFor(["store_1/100001"])).toMatch(/number in \["100001"\].* \| filter tenant = "store_1" \|/);
  expect(
    relatedLines([line, logLine({ number: "A-1", event: "evt_2" }), logLine({ tenant: "store_1" })], "A-1"),
  ).toHaveLength(2);
});

function logLine(fields: Record<string, unknown>): Line {
  return { timestamp: "2026-11-23T04:00:00Z", message: "carried", ...fields };
}
