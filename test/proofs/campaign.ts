import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import type { Stack } from "#infra/local/stack.ts";
import { queueSendStep } from "#lib/delivery/newsletters/queue-send-step.ts";
import { pause } from "#test/support/pause.ts";
import { serve } from "#test/support/serve.ts";
import { testContext } from "#test/support/world.ts";
import { createSubscribers, openSend } from "./newsletters.ts";

interface CampaignResult {
  mails: number;
  /** Most mails that reached SES within any one second. */
  most: number;
  /** Seconds from requesting a code until SES has the mail. */
  p95: number;
  codes: number;
}

type AcceptedMail = { destination: { to: string[] } };

/** Sends a newsletter at the account's rate while people request sign-in codes. */
export async function signInDuringCampaign(
  stack: Stack,
  size: number,
  codes: number,
): Promise<CampaignResult> {
  using provider = await timeArrivals(stack.aws.ses);
  const senders = 4;
  const { businessId, collectionId, entryId } = await openSend(senders);
  await createSubscribers(businessId, collectionId, size);
  for (let part = 0; part < senders; part++) {
    await queueSendStep({ business_id: businessId, entry_id: entryId, round: 1, part });
  }
  const requestedAt = new Map<string, number>();
  const waits: number[] = [];
  const collectWaits = async () => {
    const emails = await acceptedMails(stack);
    for (const { destination } of emails) {
      const to = destination.to[0] ?? "";
      const at = requestedAt.get(to);
      if (at === undefined) continue;
      waits.push((Date.now() - at) / 1000);
      requestedAt.delete(to);
    }
    return emails;
  };
  for (let count = 0; count < codes; count++) {
    const to = `${newId("code").slice(5)}@example.com`;
    requestedAt.set(to, Date.now());
    const codeEmail = {
      language: "en" as const,
      subject: "Your code",
      title: "Your code",
      paragraphs: ["Type it in."],
      code: "314159",
    };
    await transact(testContext(), [await enqueueMail(testContext(), to, codeEmail)]);
    await pause(100);
    await collectWaits();
  }
  const deadline = Date.now() + 60_000;
  let emails = await collectWaits();
  while ((requestedAt.size > 0 || emails.length < size + codes) && Date.now() < deadline) {
    await pause(50);
    emails = await collectWaits();
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    mails: emails.length,
    most: mostInASecond(provider.arrivals),
    p95: sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0,
    codes: waits.length,
  };
}

/** Starts a proxy that records when mails reach SES. Start it before the first mail: clients keep their endpoint. */
async function timeArrivals(inbox: string) {
  const arrivals: number[] = [];
  const server = await serve(async (request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (body.includes("Action=SendRawEmail")) arrivals.push(at);
    const headers = { authorization: "AWS4", "content-type": String(request.headers["content-type"]) };
    const reply = await fetch(inbox, { method: "POST", headers, body });
    response.writeHead(reply.status).end(await reply.text());
  });
  process.env.AWS_ENDPOINT_URL_SES = server.url;
  return { ...server, arrivals };
}

function mostInASecond(arrivals: number[]): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  let first = 0;
  return sorted.reduce((most, at, last) => {
    while ((sorted[first] ?? at) <= at - 1000) first += 1;
    return Math.max(most, last - first + 1);
  }, 0);
}

async function acceptedMails(stack: Stack): Promise<AcceptedMail[]> {
  const reply = await fetch(new URL("/store", stack.aws.ses));
  const { emails } = (await reply.json()) as { emails: AcceptedMail[] };
  return emails;
}
