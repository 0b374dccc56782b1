import assert from "node:assert/strict";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { auth } from "#functions/tenancy/auth/routes.ts";
import type { Stack } from "#infra/local/stack.ts";
import {
  assertNoSecrets,
  capturedLogs,
  collectSecrets,
  type Secrets,
  tableText,
} from "#test/proofs/secrets.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import type { SoakRun } from "#test/soak.ts";
import { ok } from "#test/support/client.ts";
import { newEmail } from "#test/support/world.ts";

export const name = "secrets in the table, the logs and the queues";

const ROUNDS = 20;

export async function run({ stack }: SoakRun): Promise<string> {
  let rounds: Secrets[] = [];
  const logs = await capturedLogs(async () => {
    rounds = await collectSecrets(ROUNDS);
  });
  assertNoSecrets(rounds, logs, "logs");
  assertNoSecrets(rounds, await tableText(), "table");
  const found = await readMailQueue(stack);
  const count = rounds.reduce((sum, { size }) => sum + size, 0);
  return `${count} secrets, none in ${logs.length} characters of logs, in the table or in ${found} queued messages`;
}

/** Pauses mails, reads their queue, and then sends them to learn the codes that they contain. */
async function readMailQueue(stack: Stack): Promise<number> {
  const client = new SQSClient({});
  await stack.pause("sendEmail");
  const emails = Array.from({ length: 5 }, newEmail);
  for (const email of emails) await ok(auth.requestCode, { body: { email } });
  const queued: string[] = [];
  const QueueUrl = `${process.env.QUEUE_URL_PREFIX}send-email`;
  while (queued.length < emails.length) {
    const input = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1, WaitTimeSeconds: 1 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(input));
    queued.push(...Messages.map(({ Body = "" }) => Body));
  }
  stack.resume("sendEmail");
  const rounds: Secrets[] = [];
  for (const email of emails) {
    const code = await codeFor(email);
    assert.match(code, /^\d{6}$/);
    rounds.push(new Map([["code", code]]));
    assert.ok(!queued.join("\n").includes(email), "an address is in the queue in clear");
  }
  assertNoSecrets(rounds, queued.join("\n"), "queue");
  client.destroy();
  return queued.length;
}
