import assert from "node:assert/strict";
import { ProvisionedThroughputExceededException } from "@aws-sdk/client-dynamodb";
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { table } from "#core/dynamo/client.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { payments as doors } from "#functions/money/payments/routes.ts";
import type { Stack } from "#infra/local/stack.ts";
import { submissions } from "#lib/content/forms/table.ts";
import { itemsOfPartitions } from "#test/support/bookings.ts";
import { ok } from "#test/support/client.ts";
import { type DirectReply, type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { auditStock, ordersOf } from "#test/support/orders.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { openShop, type Shop } from "#test/support/shop.ts";
import { type SlowProxy, slowProxy } from "#test/support/slow-proxy.ts";
import { connectStripe, decideAtStripe } from "#test/support/stripe.ts";
import { eventually, mailsTo } from "#test/support/world.ts";
import { checkOnce } from "./checkout-races.ts";
import { buyersOf } from "./stock-races.ts";

export const FAULT_KINDS = [
  "slow table",
  "throttled table",
  "slow mail",
  "full rate",
  "slow payments",
] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

/** Proxies that can slow down or refuse calls to the mail service and the payment provider. */
export type ServiceProxies = { mail: SlowProxy; payments: SlowProxy; stop(): Promise<void> };

interface ServedTotals {
  orders: number;
  paid: number;
  mails: number;
  submissions: number;
  webhooks: number;
  /** Calls that failed and were repeated. */
  repeated: number;
}

/** Puts proxies before mail and payments. Open them before the first mail: a client keeps its endpoint. */
export async function openServiceProxies(): Promise<ServiceProxies> {
  const mail = await slowProxy(process.env.AWS_ENDPOINT_URL_SES ?? "");
  const payments = await slowProxy(process.env.STRIPE_API ?? "");
  const before = {
    AWS_ENDPOINT_URL_SES: process.env.AWS_ENDPOINT_URL_SES,
    STRIPE_API: process.env.STRIPE_API,
  };
  Object.assign(process.env, { AWS_ENDPOINT_URL_SES: mail.url, STRIPE_API: payments.url });
  return {
    mail,
    payments,
    stop: async () => {
      Object.assign(process.env, before);
      await Promise.all([mail.stop(), payments.stop()]);
    },
  };
}

/**
 * Lets people buy, pay and submit forms while a service is degraded, and then lets it recover: each order, payment, event,
 * mail and webhook exists once, and the stock adds up. Clients repeat failed calls under their Idempotency-Key.
 *
 * @param late milliseconds until a payment provider answers
 * @param patient whether it also waits until failed messages were delivered again, which may cause duplicates
 */
export async function proveDegraded(
  random: Random,
  stack: Stack,
  proxies: ServiceProxies,
  kind: FaultKind,
  { buyers, late, patient }: { buyers: number; late: number; patient?: boolean },
): Promise<ServedTotals> {
  const { shop, formId, hook } = await openTestShop(stack, kind, buyers);
  const all = await buyersOf(shop, shop.mug, buyers, () => 1);
  const domain = `${shop.id.slice(-12)}.example.com`;
  const totals: ServedTotals = {
    orders: 0,
    paid: 0,
    mails: 0,
    submissions: buyers,
    webhooks: 0,
    repeated: 0,
  };
  const again = (send: () => Promise<DirectReply>) => retryUntilAccepted(send, totals);
  const restore = degrade(random, proxies, kind, late);
  const ticks = stack.tick().catch(() => undefined);
  try {
    await inParallel(buyers, 4, async (index) => {
      const buyer = all[index];
      if (!buyer) return;
      const keyed = { "idempotency-key": crypto.randomUUID() + crypto.randomUUID() };
      const card = kind === "slow payments" || random.chance(0.6);
      const body = {
        payment_method_key: card ? "credit_card" : "cash",
        email: `b${index}@${domain}`,
      };
      const request: DirectRequest = {
        params: { storeId: shop.id, cartId: buyer.cartId },
        token: buyer.token,
        headers: keyed,
        body: JSON.stringify(body),
      };
      const bought = await again(() => invokeDirect(storefrontCarts.checkoutVisitorCart, request));
      const { checkoutUrl } = JSON.parse(bought.body) as { checkoutUrl: string | null };
      if (checkoutUrl) await payOnPage(checkoutUrl, again);
      const fields = [{ type: "text", key: "message", value: `No. ${index}` }];
      await again(() =>
        invokeDirect(forms.submitForm, {
          params: { storeId: shop.id, formId },
          headers: { "idempotency-key": crypto.randomUUID() + crypto.randomUUID() },
          body: JSON.stringify({ form_id: formId, fields }),
        }),
      );
    });
    await ticks;
    await stack.tick().catch(() => undefined);
    // Workers run while the service is still degraded.
    await stack.drain({ timeout: 60_000 }).catch(() => undefined);
  } finally {
    restore();
  }
  await deliverFailed(stack);
  if (patient) await waitUntilEmpty(stack);
  await checkOutcome({ shop, formId, hook }, all, domain, totals);
  return totals;
}

async function openTestShop(stack: Stack, kind: FaultKind, buyers: number) {
  const shop = await openShop({ units: buyers * 2 });
  const params = { storeId: shop.id };
  const schema = [{ type: "text" as const, key: "message" }];
  const { id: formId } = await ok(forms.createForm, {
    params,
    as: shop.owner,
    body: { key: "starved", schema },
  });
  if (kind === "slow payments") await connectStripe({ businessId: shop.id, owner: shop.owner });
  const hook = `${stack.webhooks}/${crypto.randomUUID()}`;
  const body = { name: "Orders", url: hook, events: ["order.confirmed", "form.submitted"] };
  await ok(webhooks.createWebhook, { params, as: shop.owner, body });
  return { shop, formId, hook };
}

async function payOnPage(url: string, again: (send: () => Promise<DirectReply>) => Promise<DirectReply>) {
  const checkoutId = url.slice(url.lastIndexOf("/") + 1);
  const request = {
    params: { checkoutId },
    body: "decision=approve",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  };
  if (url.includes("/sandbox/")) await again(() => invokeDirect(doors.decideSandboxCheckout, request));
  else await decideAtStripe(url, "approve");
}

/** Repeats a call until it succeeds, as a client would. */
async function retryUntilAccepted(
  send: () => Promise<DirectReply>,
  totals: ServedTotals,
): Promise<DirectReply> {
  for (let tries = 1; ; tries++) {
    const reply = await send().catch((error: unknown) => ({ status: 504, headers: {}, body: String(error) }));
    if (reply.status < 400) return reply;
    assert.ok([409, 429, 500, 503, 504].includes(reply.status), `answered ${reply.status} ${reply.body}`);
    assert.ok(tries < 40, `${tries} times: ${reply.status} ${reply.body}`);
    totals.repeated += 1;
    await pause(50 * Math.min(tries, 10));
  }
}

/** Degrades a service; the returned function restores it. */
function degrade(
  random: Random,
  { mail, payments }: ServiceProxies,
  kind: FaultKind,
  late: number,
): () => void {
  const rate = process.env.MAIL_RATE;
  if (kind === "slow table")
    return interceptTable(async () => pause(random.chance(0.02) ? 1500 : random.int(60)));
  if (kind === "throttled table") {
    return interceptTable(async () => {
      if (random.chance(0.2)) throw new ProvisionedThroughputExceededException(INJECTED_FAULT);
    });
  }
  // An answer after six seconds comes too late, although the mail is sent.
  if (kind === "slow mail") mail.behavior.delay = () => (random.chance(0.1) ? 6500 : 800 + random.int(1200));
  if (kind === "full rate") {
    process.env.MAIL_RATE = "4";
    mail.behavior.refusal = () => (random.chance(0.4) ? THROTTLED_MAIL : undefined);
  }
  if (kind === "slow payments") payments.behavior.delay = () => late;
  return () => {
    process.env.MAIL_RATE = rate;
    mail.behavior.delay = () => 0;
    mail.behavior.refusal = () => undefined;
    payments.behavior.delay = () => 0;
  };
}

const INJECTED_FAULT = { message: "injected", $metadata: { httpStatusCode: 400 } };
const THROTTLED_MAIL = {
  status: 400,
  type: "text/xml",
  body: "<ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code><Message>Maximum sending rate exceeded.</Message></Error><RequestId>x</RequestId></ErrorResponse>",
};

/** Runs `before` ahead of each try of each call to the table, the SDK's retries included. */
function interceptTable(before: () => Promise<void>): () => void {
  table().middlewareStack.add(
    (next) => async (args) => {
      await before();
      return next(args);
    },
    { step: "deserialize", name: "starved", priority: "high" },
  );
  return () => table().middlewareStack.remove("starved");
}

// Queues deliver failed messages again after their visibility timeout; ticks send the rest.
async function deliverFailed(stack: Stack): Promise<void> {
  await stack.drain({ timeout: 120_000 }).catch(() => undefined);
  await stack.tick().catch(() => undefined);
  await stack.drain({ timeout: 120_000 }).catch(() => undefined);
}

/** Longest wait in seconds: a little more than the longest visibility timeout. */
const MAX_WAIT_SECONDS = 400;

async function waitUntilEmpty(stack: Stack): Promise<void> {
  const client = new SQSClient({
    endpoint: stack.aws.sqs,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}));
  const isBusy = async (QueueUrl: string) => {
    const AttributeNames = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"] as const;
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
    const { Attributes = {} } = await client.send(command);
    return AttributeNames.some((name) => Number(Attributes[name] ?? 0) > 0);
  };
  for (let waited = 0; waited < MAX_WAIT_SECONDS; waited++) {
    const busy = await Promise.all(QueueUrls.filter((url) => !/dead|dlq/i.test(url)).map(isBusy));
    if (!busy.includes(true)) break;
    await pause(1000);
  }
  client.destroy();
  await stack.drain({ timeout: 120_000 }).catch(() => undefined);
}

async function checkOutcome(
  { shop, formId, hook }: { shop: Shop; formId: string; hook: string },
  all: Awaited<ReturnType<typeof buyersOf>>,
  domain: string,
  totals: ServedTotals,
): Promise<void> {
  await eventually(
    async () => (await ordersOf(shop.id)).filter(({ status }) => status === "confirmed").length >= all.length,
    "the confirmation of every order",
  );
  const once = { confirmed: 0, paid: 0, mails: 0 };
  await checkOnce(shop, all, domain, once);
  await auditStock(shop.id, [shop.mug], all.length * 2);
  assert.equal(once.confirmed, all.length, "an order was lost");
  Object.assign(totals, { orders: once.confirmed, paid: once.paid, mails: once.mails });
  const rows = await itemsOfPartitions(...submissions.partitions({ store_id: shop.id, form_id: formId }));
  assert.equal(rows.length, all.length, "submissions");
  const own = await eventually(async () => {
    const mails = (await mailsTo(shop.owner.email)).filter(({ subject }) =>
      /starved|submission/i.test(subject),
    );
    return mails.length >= all.length && mails;
  }, "a mail of each submission");
  assert.equal(own.length, all.length, "a submission was mailed twice");
  totals.mails += own.length;
  totals.webhooks = await eventually(async () => {
    const ids = await deliveredTo(hook);
    return new Set(ids).size >= all.length * 2 && new Set(ids).size;
  }, "a call of each event");
  assert.equal(totals.webhooks, all.length * 2, "webhooks");
}

async function deliveredTo(hook: string): Promise<string[]> {
  const reply = await fetch(hook, { headers: { accept: "application/json" } });
  const { items } = (await reply.json()) as { items: { headers: Record<string, string> }[] };
  return items.map(({ headers }) => headers["webhook-id"] ?? "");
}
