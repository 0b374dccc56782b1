// Alone: its SNS client uses a server of its own.
import { afterAll, beforeEach, expect, test } from "vitest";
import { messages } from "#core/events.ts";
import { logLineFields, withLogContext } from "#core/log-context.ts";
import { enqueueSms, SendSms } from "#core/sms.ts";
import { deliverSms, smsDeliveries } from "#core/sms-delivery.ts";
import { capturedLogs } from "#test/proofs/secrets.ts";
import { serve } from "#test/support/serve.ts";
import { testContext } from "#test/support/world.ts";

const NUMBER = "+4915123456789";
const sentTexts: string[] = [];
/** The error that SNS answers to the next text; `silent` accepts the text, but closes the connection. */
let fault: { status: number; code: string; message: string } | "silent" | undefined;

const { url, stop } = await serve(async (request, response) => {
  const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
  const met = fault;
  fault = undefined;
  response.setHeader("content-type", "text/xml");
  if (met && met !== "silent") {
    const { status, code, message } = met;
    const error = `<Type>Sender</Type><Code>${code}</Code><Message>${message}</Message>`;
    return response.writeHead(status).end(`<ErrorResponse><Error>${error}</Error></ErrorResponse>`);
  }
  sentTexts.push(form.get("Message") ?? "");
  if (met) return request.socket.destroy();
  return response.end(
    "<PublishResponse><PublishResult><MessageId>m1</MessageId></PublishResult></PublishResponse>",
  );
});

process.env.AWS_ENDPOINT_URL_SNS = url;
beforeEach(() => {
  fault = undefined;
  sentTexts.length = 0;
});
afterAll(stop);

/** The queued message of a text. */
async function queuedSms(text: string): Promise<SendSms> {
  const { put } = await enqueueSms(testContext(), NUMBER, text);
  return SendSms.schema.parse(messages.parse(put ?? {}).body);
}

test("a text goes to its phone once, however often its message comes", async () => {
  const message = await queuedSms("Your code is 123456");
  expect(JSON.stringify(message)).not.toMatch(/123456|4915123456789/);
  const named = await Promise.allSettled(
    [1, 2, 3, 4].map(() =>
      withLogContext({}, async () => {
        await deliverSms(testContext(), message);
        return logLineFields();
      }),
    ),
  );
  // The line has SNS's id, by which a delivery report can be found.
  const lines = named.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(lines).toContainEqual({ sms: message.sms_id, outcome: "sent", provider_id: "m1" });
  await deliverSms(testContext(), message);
  expect(sentTexts).toEqual(["Your code is 123456"]);
});

test.each([
  ["is too busy", { status: 400, code: "Throttled", message: "Rate exceeded" }],
  ["is not there for the moment", { status: 503, code: "ServiceUnavailable", message: "Try again" }],
])("a text that SNS did not take because it %s goes later", async (_, refusal) => {
  const message = await queuedSms("Hello");
  fault = refusal;
  await expect(deliverSms(testContext(), message)).rejects.toThrow();
  await deliverSms(testContext(), message);
  expect(sentTexts).toEqual(["Hello"]);
});

test("a text whose outcome is unknown is not sent again", async () => {
  const message = await queuedSms("Hello");
  fault = "silent";
  await capturedLogs(() => deliverSms(testContext(), message));
  await deliverSms(testContext(), message);
  expect(sentTexts).toEqual(["Hello"]);
  expect(await smsDeliveries.find({ id: message.sms_id })).toBeDefined();
});

test("a number that SNS refuses is refused for good, and is in no log", async () => {
  const message = await queuedSms("Hello");
  const reason = `Invalid parameter: PhoneNumber Reason: ${NUMBER} is not valid to publish to`;
  fault = { status: 400, code: "InvalidParameter", message: reason };
  const logs = await capturedLogs(() => deliverSms(testContext(), message));
  expect(logs).toContain("is not valid to publish to");
  expect(logs).not.toContain(NUMBER);
  await deliverSms(testContext(), message);
  expect(sentTexts).toEqual([]);
});
