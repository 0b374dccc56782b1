import { setTimeout as sleep } from "node:timers/promises";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { mail } from "#core/mail/mail.ts";
import type { Stack } from "#infra/local/stack.ts";
import { callSender } from "#lib/newsletters/step.ts";
import { testContext } from "#test/support/world.ts";
import { fill, openSend } from "./newsletters.ts";

export interface CampaignResult {
  mails: number;
  /** Most mails that SES took in any second. */
  most: number;
  /** Seconds from asking for a code to SES having it. */
  p95: number;
  codes: number;
}

interface Taken {
  destination: { to: string[] };
  at: number;
}

/** A newsletter goes out at the account's rate while people ask for sign-in codes. */
export async function signInDuringCampaign(
  stack: Stack,
  size: number,
  codes: number,
): Promise<CampaignResult> {
  const senders = 4;
  const { businessId, collectionId, entryId } = await openSend(senders);
  await fill(businessId, collectionId, size);
  for (let shard = 0; shard < senders; shard++) {
    await callSender({ business_id: businessId, entry_id: entryId, round: 1, shard });
  }
  const asked = new Map<string, number>();
  const waits: number[] = [];
  const look = async () => {
    const emails = await inbox(stack);
    for (const { destination } of emails) {
      const to = destination.to[0] ?? "";
      const at = asked.get(to);
      if (at === undefined) continue;
      waits.push((Date.now() - at) / 1000);
      asked.delete(to);
    }
    return emails;
  };
  for (let count = 0; count < codes; count++) {
    const to = `${newId("code").slice(5)}@example.com`;
    asked.set(to, Date.now());
    const letter = { subject: "Your code", title: "Your code", paragraphs: ["Type it in."], code: "314159" };
    await transact(testContext(), [await mail(testContext(), to, letter)]);
    await sleep(100);
    await look();
  }
  const deadline = Date.now() + 60_000;
  let emails = await look();
  while ((asked.size > 0 || emails.length < size + codes) && Date.now() < deadline) {
    await sleep(50);
    emails = await look();
  }
  const seconds = Map.groupBy(emails, ({ at }) => Math.floor(at));
  const most = Math.max(...[...seconds.values()].map((list) => list.length));
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    mails: emails.length,
    most,
    p95: sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0,
    codes: waits.length,
  };
}

async function inbox(stack: Stack): Promise<Taken[]> {
  const reply = await fetch(new URL("/store", stack.inbox));
  const { emails } = (await reply.json()) as { emails: Taken[] };
  return emails;
}
