// Alone: its SES client calls a server that this file starts.
import type { ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import { newsletterSends } from "#functions/delivery/newsletters/routes.ts";
import { collections } from "#lib/content/legacy-content/table.ts";
import { getSend } from "#lib/delivery/newsletters/send.ts";
import { sendNewsletter } from "#lib/delivery/newsletters/sender.ts";
import { sends } from "#lib/delivery/newsletters/table.ts";
import { createSubscribers, openSend, unsubscribePerson } from "#test/proofs/newsletters.ts";
import { ok } from "#test/support/client.ts";
import { serve } from "#test/support/serve.ts";
import { member, testContext } from "#test/support/world.ts";

/** What SES does with the next mail to an address. */
let answer: (to: string, reply: ServerResponse) => unknown = take;
const recipients: string[] = [];
const { url, stop } = await serve(async (request, reply) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  answer(new URLSearchParams(body).get("Destinations.member.1") ?? "", reply);
});

process.env.AWS_ENDPOINT_URL_SES = url;
afterAll(stop);

function take(to: string, reply: ServerResponse): void {
  recipients.push(to);
  const result = "<SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult>";
  reply.end(`<SendRawEmailResponse>${result}</SendRawEmailResponse>`);
}

async function prepareSend(size: number) {
  const { businessId, collectionId, entryId } = await openSend();
  const people = await createSubscribers(businessId, collectionId, size);
  const ctx = testContext();
  recipients.length = 0;
  answer = take;
  return {
    params: { businessId, entryId },
    people,
    remove: () => transact(ctx, [collections.removeKey({ businessId, id: collectionId })]),
    emails: people.map(({ email }) => email),
    step: () => sendNewsletter(ctx, { business_id: businessId, entry_id: entryId, round: 1, part: 0 }),
    state: () => getSend(ctx, businessId, entryId),
    /** Undoes the last write, as if the sender had been killed before it. */
    async reopen(): Promise<void> {
      const send = await sends.find({ businessId, entryId });
      if (send) await transact(ctx, [sends.put({ ...send, status: "sending" })]);
    },
  };
}

test("a mail that SES is too busy for is sent when the sender resumes", async () => {
  const { step, state, emails } = await prepareSend(4);
  const [, second] = emails;
  answer = (to, reply) => (to === second ? reply.writeHead(503).end() : take(to, reply));
  await step();
  expect(await state()).toMatchObject({ status: "sending", sent: 1, unknown: 0 });
  answer = take;
  await step();
  expect(await state()).toMatchObject({ status: "sent", sent: 4, unknown: 0 });
  expect(recipients).toEqual(emails);
});

test("a mail whose answer is lost is listed as unknown and not sent again", async () => {
  const { step, state, emails, people, params } = await prepareSend(4);
  answer = (to, reply) => {
    if (to === emails[0])
      reply.writeHead(400).end("<ErrorResponse><Error><Code>MessageRejected</Code></Error></ErrorResponse>");
    else if (to === emails[2]) {
      recipients.push(to);
      reply.destroy();
    } else take(to, reply);
  };
  await step();
  expect(await state()).toMatchObject({
    status: "sent",
    sent: 2,
    refused: 1,
    unknown: 1,
    unknownSubscribers: [{ id: people[2]?.id, email: emails[2] }],
  });
  const told = await ok(newsletterSends.getSend, { params, as: await member(params.businessId, "viewer") });
  expect(told.unknownSubscribers).toEqual([{ id: people[2]?.id, email: emails[2] }]);
  expect(recipients).toEqual(emails.slice(1));
});

test("a reader who unsubscribes during the sending of the previous mail gets none", async () => {
  const { step, state, emails, people } = await prepareSend(3);
  answer = async (to, reply) => {
    if (to === emails[0] && people[1]) await unsubscribePerson(people[1]);
    take(to, reply);
  };
  await step();
  expect(await state()).toMatchObject({ status: "sent", sent: 2, skipped: 1 });
  expect(recipients).toEqual([emails[0], emails[2]]);
});

test("a send finishes even if its last sender died before reporting it", async () => {
  const { step, state, reopen } = await prepareSend(2);
  await step();
  await reopen();
  expect((await state()).status).toBe("sending");
  await step();
  expect(await state()).toMatchObject({ status: "sent", sent: 2 });
  expect(recipients).toHaveLength(2);
});

test("a send whose newsletter is deleted fails with a reason", async () => {
  const { step, state, remove } = await prepareSend(2);
  await remove();
  await step();
  expect(await state()).toMatchObject({ status: "failed", error: "The newsletter was deleted.", sent: 0 });
  await step();
  expect(recipients).toHaveLength(0);
});
