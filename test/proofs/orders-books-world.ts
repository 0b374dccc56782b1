import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import type * as z from "zod";
import { watchTable } from "#core/dynamo/client.ts";
import { env } from "#core/env.ts";
import { type Event, events, messages } from "#core/events.ts";
import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import type { Worker } from "#core/queue/contract.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { paymentWorkers, payments as routes } from "#functions/money/payments/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { workerFunction } from "#infra/local/handlers.ts";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { dashboardOf } from "#infra/local/stripe/dashboard.ts";
import { createProvider } from "#lib/money/payments/providers.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { somebody, testContext } from "#test/support/world.ts";

/** A message for a worker, and how often it was delivered. */
type WorkerMessage = { worker: Worker; id: string; body: unknown; tries: number };

/** Messages that one run has written for workers and that are not delivered yet. */
export interface Outbox {
  queued: WorkerMessage[];
  /** Ids of mails: each is sent once, however often it is queued. */
  mails: Set<string>;
  announced: Event[];
}

const outboxes = new AsyncLocalStorage<Outbox>();

/** Collects the messages of each run in its outbox, until `watchTable(undefined)`. */
export function watchOutboxes(): void {
  watchTable(({ input }) => {
    const box = outboxes.getStore();
    if (!box) return;
    for (const item of putItemsOf(input)) {
      if (item._t === "event") collectEvent(box, events.parse(item));
      if (item._t === "message") collectMessage(box, messages.parse(item));
    }
  });
}

interface PutInput {
  Item?: Record<string, unknown>;
  TransactItems?: { Put?: { Item?: Record<string, unknown> } }[];
}

function putItemsOf(input: PutInput): Record<string, unknown>[] {
  const all = [input.Item, ...(input.TransactItems ?? []).map(({ Put }) => Put?.Item)];
  return all.filter((item) => item !== undefined);
}

const EVENT_WORKERS = [orderWorkers.settleOrderFromEvent, orderWorkers.notifyOrder];

function collectEvent({ queued, announced }: Outbox, event: Event): void {
  announced.push(event);
  for (const worker of EVENT_WORKERS) {
    const on: readonly string[] = worker.on;
    if (on.includes(event.type)) queued.push({ worker, id: event.id, body: event, tries: 0 });
  }
}

function collectMessage(
  { queued, mails }: Outbox,
  { id, queue, body }: ReturnType<typeof messages.parse>,
): void {
  if (queue === "issue-refund") queued.push({ worker: paymentWorkers.issueRefund, id, body, tries: 0 });
  if (typeof body.mail_id === "string") mails.add(body.mail_id);
}

/** A shop with its own account at the stand-in for Stripe, and a clock that both share. */
export type ProofShop = Awaited<ReturnType<typeof openProofShop>>;

export async function openProofShop() {
  const owner = await somebody();
  const asOwner = async <R extends Operation>(operation: R, body: object, params = {}) => {
    const { token } = owner;
    const request = { params, token, body: JSON.stringify(body), isRandom: true };
    const { status, body: text } = await invokeDirect(operation, request);
    assert.ok(status < 300, text);
    const made: OutputOf<R> = JSON.parse(text);
    return made;
  };
  const { value: apiKey } = await asOwner(accounts.createApiToken, { name: "key" });
  const key = `s-${newId("x").slice(2)}`;
  const { id: storeId } = await asOwner(stores.createStore, { key, timezone: "Europe/Berlin" });
  const sell = async (name: string, amount: number, variant: object) => {
    const prices = [{ market: "eu", amount }];
    const body = { key: name, status: "active", variants: [{ ...variant, prices }] };
    const { id, variants } = await asOwner(products.createProduct, body, { storeId });
    return { product_id: id, variant_id: variants[0]?.id ?? "" };
  };
  const goods = {
    mug: await sell("mug", 1200, { inventory: [{ available: 1_000_000 }], weight: 350 }),
    voucher: await sell("voucher", 2500, { requires_shipping: false }),
  };
  const secret_key = `sk_test_${newId("x").slice(2)}`;
  const desk = dashboardOf(env("STRIPE_API"), secret_key);
  await desk.hold();
  const secret = await desk.listen("http://127.0.0.1:9/unused");
  const account = { type: "stripe" as const, publishable_key: "", secret_key, webhook_secret: secret };
  await createProvider(testContext(), storeId, account);
  let ahead = 0;
  return {
    storeId,
    goods,
    desk,
    secret,
    staff: { apiKey },
    now: () => Math.floor(Date.now() / 1000) + ahead,
    async pass(seconds: number): Promise<void> {
      ahead += seconds;
      await desk.clock(ahead);
    },
  };
}

type OutputOf<R extends Operation> = R["returns"] extends z.ZodType ? z.output<R["returns"]> : string;

/** A handler's answer: the body of a success, or the code of a refusal. */
interface HandlerReply<T> {
  done: T | undefined;
  refusal: string | undefined;
}

/** Calls a handler in this process at the time of the shop's clock. */
export async function callHandler<R extends Operation>(
  shop: ProofShop,
  box: Outbox,
  operation: R,
  { body, headers, params, ...request }: Omit<DirectRequest, "body"> & { body?: object | string },
): Promise<HandlerReply<OutputOf<R>>> {
  const sent: DirectRequest = {
    ...request,
    params: { storeId: shop.storeId, ...params },
    headers: { ...headers, "x-local-time": String(shop.now()) },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    isRandom: true,
  };
  const { status, body: text } = await outboxes.run(box, () => invokeDirect(operation, sent));
  assert.ok(status < 500, `${operation.id} answered ${status} ${text}`);
  if (status >= 400) return { done: undefined, refusal: JSON.parse(text).error };
  return { done: text.startsWith("{") ? JSON.parse(text) : text, refusal: undefined };
}

export function postStripeEvent(shop: ProofShop, box: Outbox, body: string) {
  const headers = { "content-type": "application/json", "stripe-signature": signatureOf(body, shop.secret) };
  return callHandler(shop, box, routes.receivePaymentEvent, {
    params: { provider: "stripe" },
    query: { store: shop.storeId },
    headers,
    body,
  });
}

/** Runs something; `box` collects its messages. */
export function withOutbox<T>(box: Outbox, run: () => Promise<T>): Promise<T> {
  return outboxes.run(box, run);
}

/** Delivers a message to its worker; returns whether it succeeded. */
export async function deliverMessage(
  shop: ProofShop,
  box: Outbox,
  { worker, id, body }: WorkerMessage,
): Promise<boolean> {
  const record = {
    messageId: id,
    body: JSON.stringify({ id, body }),
    attributes: { ApproximateReceiveCount: "1" },
    messageAttributes: { "x-local-time": { stringValue: String(shop.now()) } },
  };
  const run = () => workerFunction(worker).invoke({ Records: [record] }, id);
  const answer = (await outboxes.run(box, run)) as { batchItemFailures: unknown[] };
  return answer.batchItemFailures.length === 0;
}
