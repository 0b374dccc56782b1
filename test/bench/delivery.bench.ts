import { transact } from "#core/dynamo/transact.ts";
import { events } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { sendNewsletter } from "#lib/delivery/newsletters/sender.ts";
import { deliverWebhooks } from "#lib/delivery/webhooks/deliver-webhooks.ts";
import { planDeliveries } from "#lib/delivery/webhooks/plan.ts";
import { openTenant } from "#test/proofs/deliveries.ts";
import { createSubscribers, openSend } from "#test/proofs/newsletters.ts";
import { serve } from "#test/support/serve.ts";
import { testContext, testEvent } from "#test/support/world.ts";
import { cpuOf, textTable, withoutOutput } from "./measure.ts";
import type { BenchStack } from "./stack.ts";

export const name = "delivery: from event to socket, and from subscriber to SES";

const DELIVERIES = 1000;
const MAILS = 500;
const WORKERS = ["stream", "deliver-webhooks", "deliver-slow-webhooks", "send-newsletter"];

export async function run(stack: BenchStack): Promise<string> {
  const switchWorkers = (what: "pause" | "resume") =>
    Promise.all(WORKERS.map((id) => fetch(`${stack.api}/_local/${what}/${id}`, { method: "POST" })));
  process.env.MAIL_RATE = "100000";
  await switchWorkers("pause");
  try {
    const webhooks = await withoutOutput(deliverAll);
    const mails = await withoutOutput(sendNewsletterMails);
    return textTable([["what", "a second", "CPU ms each"], webhooks, mails]);
  } finally {
    await switchWorkers("resume");
  }
}

async function deliverAll(): Promise<string[]> {
  let received = 0;
  const { url, stop } = await serve((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
    received += 1;
  });
  const { storeId, webhookId } = await openTenant(`${url}/`, ["order.*"]);
  const made = Array.from({ length: DELIVERIES }, () => eventOf(storeId));
  for (let start = 0; start < DELIVERIES; start += 100) {
    await transact(
      testContext(),
      made.slice(start, start + 100).map((event) => events.put(event)),
    );
  }
  const figures = await measureRate("webhook deliveries", DELIVERIES, async () => {
    for (let start = 0; start < DELIVERIES; start += 10) {
      await planDeliveries(testContext(), made.slice(start, start + 10));
    }
    while (received < DELIVERIES) {
      await deliverWebhooks(testContext(), { tenant_id: storeId, webhook_id: webhookId });
    }
  });
  stop();
  return figures;
}

async function sendNewsletterMails(): Promise<string[]> {
  const { businessId, collectionId, entryId } = await openSend();
  await createSubscribers(businessId, collectionId, MAILS);
  const message = { business_id: businessId, entry_id: entryId, round: 1, part: 0 };
  return measureRate("newsletter mails, one sender", MAILS, () => sendNewsletter(testContext(), message));
}

async function measureRate(what: string, count: number, run: () => Promise<unknown>): Promise<string[]> {
  const started = performance.now();
  const { cpu } = await cpuOf(run);
  const seconds = (performance.now() - started) / 1000;
  return [what, (count / seconds).toFixed(0), (cpu / count).toFixed(2)];
}

const eventOf = (tenant_id: string) =>
  testEvent({ tenant_id, type: "order.created", record_id: newId("order"), data: { total: 1200 } });
