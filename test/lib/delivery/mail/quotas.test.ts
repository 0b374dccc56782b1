// Alone: its SES and SQS clients call emulators that this file starts, with an account in the SES sandbox.
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { messages } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { type Mail, enqueueMail as mailWrite } from "#core/mail/mail.ts";
import { sendRaw } from "#core/mail/ses.ts";
import { handler as sendEmail } from "#functions/delivery/mail/send-email.worker.ts";
import { handler as sendTenantEmail } from "#functions/delivery/mail/send-tenant-email.worker.ts";
import type { SesLimits } from "#infra/environment.ts";
import { type Emulators, startEmulators } from "#infra/local/emulators.ts";
import { listMails } from "#infra/local/inbox.ts";
import { freePort } from "#infra/local/ports.ts";
import { SesAccount } from "#infra/local/ses-limits.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { mailDeliveries } from "#lib/delivery/mail/table.ts";
import { capturedLogs } from "#test/proofs/secrets.ts";
import { newEmail, testContext } from "#test/support/world.ts";

/** The domain of all test addresses. */
const VERIFIED = ["example.com"];
const REGION = "us-east-1";

const ports = { ses: await freePort(), aws: await freePort() };
let account: Emulators;

beforeEach(() => {
  process.env.MAIL_RATE = "";
  process.env.AWS_ENDPOINT_URL_SES = `http://127.0.0.1:${ports.ses}`;
  process.env.AWS_ENDPOINT_URL_SQS = `http://127.0.0.1:${ports.aws}`;
  process.env.QUEUE_URL_PREFIX = `http://127.0.0.1:${ports.aws}/000000000000/`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await account.stop();
});

/** Starts a new AWS account at the same ports, because the clients of a process keep their endpoints. */
async function openAccount(sesLimits: SesLimits): Promise<void> {
  account = await startEmulators({ ...ports, region: REGION, sesLimits });
  const sqs = new SQSClient({ region: REGION, endpoint: account.aws ?? "" });
  for (const QueueName of ["send-email", "send-tenant-email"])
    await sqs.send(new CreateQueueCommand({ QueueName }));
  sqs.destroy();
}

const newMail = (more: Partial<Mail> = {}): Mail => ({
  to: newEmail(),
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  ...more,
});
const mailsTo = async ({ to }: Mail) =>
  (await listMails(account.ses ?? "")).filter(({ destination }) => destination.to.includes(to)).length;
const watchAlarms = () => {
  const lines = vi.spyOn(logger, "error");
  return () => lines.mock.calls.map(([, more]) => (more as { alarm?: string }).alarm);
};

/** Calls a worker with a message as its queue delivers it. */
async function runWorker(handler: typeof sendEmail, id: string, { to, tenant_id, ...mail }: Mail) {
  const { put } = await mailWrite(testContext(), to, mail, { id, ...(tenant_id ? { tenant_id } : {}) });
  const { body } = messages.parse(put ?? {});
  const event = () =>
    ({
      Records: [
        {
          messageId: id,
          body: JSON.stringify({ id, body }),
          attributes: { ApproximateReceiveCount: "5" },
        },
      ],
    }) as unknown as SQSEvent;
  return () => handler(event());
}

const NO_FAILURES = { batchItemFailures: [] };

// This test comes first, because a process caches the quota for a minute.
test("the rest of the daily quota is for sign-in mail, and tenants' mail waits with an alarm", async () => {
  await openAccount({ perDay: 40, verified: VERIFIED });
  const told = watchAlarms();
  for (let sent = 0; sent < 38; sent++)
    await sendRaw({ to: newEmail(), raw: Buffer.from("From: a@b.example\n\nx") });
  const [asked, unasked] = [newMail(), newMail({ tenant_id: "store_1", proven: true })];
  expect(await (await runWorker(sendTenantEmail, `mail_${unasked.to}`, unasked))()).toEqual(NO_FAILURES);
  expect(await (await runWorker(sendEmail, `mail_${asked.to}`, asked))()).toEqual(NO_FAILURES);
  expect([await mailsTo(unasked), await mailsTo(asked)]).toEqual([0, 1]);
  expect((await account.counts())["send-tenant-email"]).toMatchObject({ delayed: 1 });
  expect(told()).toEqual(["mail-quota"]);
});

test("a mail that SES throttles is sent once, a little later", async () => {
  // One mail in 1.7 seconds, while the sender assumes a higher rate.
  await openAccount({ perSecond: 0.6, verified: VERIFIED });
  process.env.MAIL_RATE = "200";
  await sendRaw({ to: newEmail(), raw: Buffer.from("From: a@b.example\n\nx") });
  const mail = newMail();
  expect(await deliverMail(testContext(), `mail_${mail.to}`, mail)).toBe("sent");
  expect(await mailsTo(mail)).toBe(1);
});

test("a mail beyond the daily quota alerts the operator, and is sent once the quota allows it", async () => {
  await openAccount({ perDay: 1, verified: VERIFIED });
  const told = watchAlarms();
  const [first, second] = [newMail(), newMail()];
  expect(await (await runWorker(sendEmail, `mail_${first.to}`, first))()).toEqual(NO_FAILURES);
  const again = await runWorker(sendEmail, `mail_${second.to}`, second);
  // After a fifth try it would be a dead letter.
  expect(await again()).toEqual(NO_FAILURES);
  expect((await account.counts())["send-email"]).toEqual({ visible: 0, inflight: 0, delayed: 1 });
  expect(told()).toEqual(["mail-quota"]);
  expect(await mailsTo(second)).toBe(0);
  expect(await mailDeliveries.find({ id: `mail_${second.to}` })).toBeUndefined();
  await account.stop();
  await openAccount({ perDay: 2, verified: VERIFIED });
  expect(await again()).toEqual(NO_FAILURES);
  expect(await again()).toEqual(NO_FAILURES);
  expect(await mailsTo(second)).toBe(1);
});

test("a mail that the SES sandbox refuses is tried again later, and the operator is alerted", async () => {
  await openAccount({ verified: ["ada@example.com"] });
  const lines = vi.spyOn(logger, "error");
  const mail = newMail();
  const id = `mail_${crypto.randomUUID()}`;
  const call = await runWorker(sendEmail, id, mail);
  expect(await call()).toEqual({ batchItemFailures: [{ itemIdentifier: id }] });
  expect(lines.mock.calls[0]?.[1]).toMatchObject({
    alarm: "mail-account",
    said: "Email address is not verified. The following identities failed the check in region US-EAST-1: the recipient",
  });
  lines.mockRestore();
  const logs = await capturedLogs(async () => void (await call()));
  expect(logs).toContain("The following identities failed the check");
  expect(logs).not.toContain(mail.to);
  await account.stop();
  await openAccount({});
  expect(await call()).toEqual(NO_FAILURES);
  expect(await mailsTo(mail)).toBe(1);
});

test("the SES stand-in enforces the account's rate and daily quota", () => {
  let now = 0;
  const limited = new SesAccount({ perSecond: 3, perDay: 10 }, () => now);
  const taken: number[] = [];
  const refused = new Set<string>();
  for (; now < 2 * 24 * 3600_000; now += now % 86_400_000 < 5000 ? 100 : 3_600_000) {
    const refusal = limited.take(["a@example.com"], REGION);
    if (refusal) refused.add(refusal.message);
    else taken.push(now);
  }
  const within = (window: number) =>
    Math.max(...taken.map((at) => taken.filter((other) => other > at - window && other <= at).length));
  expect([within(1000), within(24 * 3600_000)]).toEqual([3, 10]);
  expect([...refused].sort()).toEqual(["Daily message quota exceeded.", "Maximum sending rate exceeded."]);
  expect(limited.quota()).toMatchObject({ Max24HourSend: 10, MaxSendRate: 3 });
});
