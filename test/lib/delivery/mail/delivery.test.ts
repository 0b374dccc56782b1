// Alone: its SES client calls a server that this file starts.
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import type { Mail } from "#core/mail/mail.ts";
import { NoSlot } from "#core/mail/rate.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { suppress } from "#lib/delivery/mail/suppression.ts";
import { mailDeliveries } from "#lib/delivery/mail/table.ts";
import { serve } from "#test/support/serve.ts";
import { newEmail, testContext } from "#test/support/world.ts";

/** The answer of the SES stand-in to every mail; undefined if it accepts them. */
let refusal: { status: number; code: string; message: string } | undefined;
const recipients: string[] = [];
/** Whether the stand-in closes a connection at its second request. */
let closesUsed = false;
const used = new WeakSet<object>();
const { server, url, stop } = await serve(async (request, response) => {
  if (closesUsed && used.has(request.socket)) return request.socket.destroy();
  used.add(request.socket);
  const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
  if (form.get("Action") !== "SendRawEmail") return response.writeHead(404).end();
  response.setHeader("content-type", "text/xml");
  if (refusal) {
    const { status, code, message } = refusal;
    return response
      .writeHead(status)
      .end(
        `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
      );
  }
  recipients.push(form.get("Destinations.member.1") ?? "");
  return response.end(
    "<SendRawEmailResponse><SendRawEmailResult><MessageId>m1</MessageId></SendRawEmailResult></SendRawEmailResponse>",
  );
});

process.env.AWS_ENDPOINT_URL_SES = url;
beforeEach(() => {
  refusal = undefined;
  closesUsed = false;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(stop);

const newMail = (): Mail => ({ to: newEmail(), subject: "Hello", text: "Hello", html: "<p>Hello</p>" });
const idOf = ({ to }: Mail) => `mail_${to.slice(0, 13)}`;

test.each([
  [403, "AccessDenied", "User is not authorized to perform ses:SendRawEmail"],
  [400, "AccountSendingPausedException", "Email sending is disabled for your account."],
  [400, "ConfigurationSetDoesNotExist", "Configuration set does not exist"],
  [400, "MessageRejected", "Email address is not verified. The following identities failed the check"],
  [400, "MailFromDomainNotVerifiedException", "Mail from domain is not verified"],
  [403, "ExpiredToken", "The security token included in the request is expired"],
  [400, "Throttling", "Maximum sending rate exceeded."],
])("a mail can be sent later if SES refuses the account: %i %s", async (status, code, message) => {
  const mail = newMail();
  refusal = { status, code, message };
  await expect(deliverMail(testContext(), idOf(mail), mail)).rejects.toThrow();
  expect(await mailDeliveries.find({ id: idOf(mail) })).toBeUndefined();
  refusal = undefined;
  expect(await deliverMail(testContext(), idOf(mail), mail)).toBe("sent");
  expect(recipients.filter((to) => to === mail.to)).toHaveLength(1);
});

test("a mail that SES refuses for its content is never tried again", async () => {
  const mail = newMail();
  refusal = { status: 400, code: "MessageRejected", message: "Transaction failed: content is a virus" };
  expect(await deliverMail(testContext(), idOf(mail), mail)).toBe("refused");
  refusal = undefined;
  expect(await deliverMail(testContext(), idOf(mail), mail)).toBe("known");
});

test("a mail is postponed when the rate is used up, and never left half sent", async () => {
  let left = 6;
  const slots = async () => {
    if (left === 0) throw new NoSlot();
    left -= 1;
    return [Date.now()];
  };
  const mails = Array.from({ length: 20 }, newMail);
  const outcomes = await Promise.all(
    mails.map((mail) =>
      deliverMail(testContext(), idOf(mail), mail, undefined, slots).catch((error: unknown) => {
        if (error instanceof NoSlot) return "later";
        throw error;
      }),
    ),
  );
  expect(outcomes.toSorted()).toEqual([...Array<string>(14).fill("later"), ...Array<string>(6).fill("sent")]);
  const kept = await mailDeliveries.batchGet(mails.map((mail) => ({ id: idOf(mail) })));
  expect(kept.map(({ status }) => status)).toEqual(Array(6).fill("sent"));
});

test("a recipient who unsubscribes while a mail waits does not get it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const mail = { ...newMail(), tenant_id: newId("store") };
  const slots = async () => {
    await transact(testContext(), [await suppress(testContext(), mail.to, "unsubscribed", mail.tenant_id)]);
    vi.setSystemTime(Date.now() + 501);
    return [Date.now()];
  };
  expect(await deliverMail(testContext(), idOf(mail), mail, undefined, slots)).toBe("suppressed");
  expect(recipients).not.toContain(mail.to);
});

test("consecutive mails share a connection", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await deliverMail(testContext(), crypto.randomUUID(), newMail());
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  for (const mail of [newMail(), newMail()]) await deliverMail(testContext(), idOf(mail), mail);
  expect(connections).toBe(0);
});

test("a mail is not lost on a connection that SES closed while it was idle", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await deliverMail(testContext(), crypto.randomUUID(), newMail());
  closesUsed = true;
  vi.setSystemTime(Date.now() + 501);
  const mail = newMail();
  expect(await deliverMail(testContext(), idOf(mail), mail)).toBe("sent");
});

test.each([
  ["refuses the connection", "http://127.0.0.1:1"],
  ["refuses the connection at each of its addresses", "http://localhost:1"],
  ["has no address", "http://ses.invalid"],
])("a mail can be sent later if SES %s", async (_, nowhere) => {
  const mail = newMail();
  const there = process.env.AWS_ENDPOINT_URL_SES;
  vi.resetModules();
  process.env.AWS_ENDPOINT_URL_SES = nowhere;
  const { sendRaw, canRetryMail } = await import("#core/mail/ses.ts");
  const error: unknown = await sendRaw({ to: mail.to, raw: Buffer.from("x") }).catch((failure) => failure);
  process.env.AWS_ENDPOINT_URL_SES = there;
  expect(canRetryMail(error)).toBe(true);
});
