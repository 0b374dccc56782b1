import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { keyedHash, sealToken } from "#core/seal.ts";
import { publicShipping } from "#functions/commerce/shipping/routes.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { type DirectReply, invokeDirect } from "#test/support/direct.ts";
import { replacePart, WRONG_VALUES } from "#test/support/generate.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { billByStripe } from "#test/support/stripe.ts";
import { retryLostCalls } from "#test/support/table.ts";
import { openStore } from "#test/support/world.ts";
import { openStripeStore } from "./stripe-store.ts";

/** An endpoint for callbacks of one provider, with bodies that the provider really sends. */
interface Receiver {
  name: string;
  /** Sends a body with a valid signature. */
  tell(body: string): Promise<DirectReply>;
  bodies: unknown[];
}

const CONCURRENCY = 4;

export async function openReceivers(): Promise<Receiver[]> {
  return Promise.all([
    storeStripeReceiver(),
    platformStripeReceiver(),
    sandboxReceiver(),
    shippingReceiver("shippo"),
    shippingReceiver("sandbox"),
  ]);
}

/**
 * Sends callbacks with a valid signature and an unexpected body: none is answered by a 5xx, except the 503 for a payment
 * that is not known yet.
 */
export async function sendCallbacks(random: Random, count: number): Promise<Record<string, number>> {
  const all = await openReceivers();
  const byStatus: Record<string, number> = {};
  const problems: string[] = [];
  const one = fc
    .constantFrom(...all)
    .chain((receiver) => unexpectedBody(receiver).map((body) => ({ receiver, body })));
  const each = fc.sample(one, { seed: random.seed, numRuns: count });
  await retryLostCalls(({ inTime }) =>
    inParallel(each.length, CONCURRENCY, async (index) => {
      const { receiver, body } = each[index] ?? {};
      if (!receiver || body === undefined) return;
      const code = await inTime(() => sendOne(receiver, body)).catch((error) => problems.push(String(error)));
      byStatus[code] = (byStatus[code] ?? 0) + 1;
    }),
  );
  assert.equal(problems.length, 0, problems.slice(0, 20).join("\n"));
  return byStatus;
}

async function sendOne({ name, tell }: Receiver, body: string): Promise<number> {
  const reply = await tell(body);
  const isEarly = reply.status === 503 && JSON.parse(reply.body).error === "PAYMENT.NOT_KNOWN_YET";
  assert.ok(reply.status < 500 || isEarly, `${name} answered ${reply.status} to ${body.slice(0, 800)}`);
  return reply.status;
}

function unexpectedBody({ bodies }: Receiver): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.constantFrom(...bodies), WRONG_VALUES, fc.nat(), fc.string(), WRONG_VALUES, fc.nat())
    .map(([event, one, at, name, other, place]) => {
      const once = replacePart(event, one, at, name);
      return JSON.stringify(place % 2 === 0 ? once : replacePart(once, other, place, name));
    });
  const nonsense = WRONG_VALUES.map((value) => JSON.stringify(value) ?? "");
  const broken = fc.oneof(
    fc.string(),
    fc.constantFrom("", "{", "null", "[]", '{"data":null}', '{"id":"evt_1"}', `${"[".repeat(9000)}`),
  );
  return fc.oneof({ weight: 6, arbitrary: changed }, { weight: 2, arbitrary: nonsense }, broken);
}

async function storeStripeReceiver(): Promise<Receiver> {
  const till = await openStripeStore();
  const { id, url } = await till.open();
  await till.approve(url);
  const { intent } = await till.session(id);
  await till.desk.refund(intent ?? "", 700);
  await till.desk.dispute(intent ?? "", 100);
  const callbacks = await till.callbacks(id, intent);
  const tell = (body: string) =>
    postCallback(payments.receivePaymentEvent, { provider: "stripe" }, body, {
      query: { store: till.storeId },
      headers: { "stripe-signature": signatureOf(body, till.secret) },
    });
  return { name: "a store's Stripe", tell, bodies: callbacks.map(({ body }) => JSON.parse(body)) };
}

async function platformStripeReceiver(): Promise<Receiver> {
  const { secret } = await billByStripe([]);
  const { id } = await openStore();
  const event = (type: string, object: object) => ({
    id: newId("evt"),
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  });
  const metadata = { tenant_id: id };
  const details = { subscription_details: { subscription: "sub_1", metadata } };
  const tell = (body: string) =>
    postCallback(payments.receivePaymentEvent, { provider: "stripe" }, body, {
      headers: { "stripe-signature": signatureOf(body, secret) },
    });
  const good = [
    event("checkout.session.completed", { id: "cs_1", mode: "subscription", metadata }),
    event("customer.subscription.updated", { id: "sub_1", metadata }),
    event("invoice.paid", { id: "in_1", parent: details }),
  ];
  return { name: "the platform's Stripe", tell, bodies: good };
}

async function sandboxReceiver(): Promise<Receiver> {
  const { id: tenant_id } = await openStore();
  const event = {
    id: newId("evt"),
    at: Math.floor(Date.now() / 1000),
    tenant_id,
    payment_id: newId("pay"),
    n: 1,
  };
  const tell = async (body: string) =>
    postCallback(payments.receivePaymentEvent, { provider: "sandbox" }, body, {
      query: { store: tenant_id },
      headers: { "sandbox-signature": `v1=${await keyedHash("sandbox-webhook", body)}` },
    });
  return { name: "the sandbox", tell, bodies: [event] };
}

async function shippingReceiver(type: "shippo" | "sandbox"): Promise<Receiver> {
  const { id: storeId } = await openStore();
  const callbackToken = await sealToken("shipping-callback", [storeId, newId("sp")]);
  const tell = (text: string) =>
    postCallback(publicShipping.receiveTracking, { provider: type, callbackToken }, text, {});
  const good = {
    event: "track_updated",
    data: { tracking_number: "SB1", carrier: "usps", tracking_status: {} },
  };
  return { name: `shipping by ${type}`, tell, bodies: [good] };
}

function postCallback(
  operation: Operation,
  params: Record<string, string>,
  body: string,
  { query, headers }: { query?: Record<string, string>; headers?: Record<string, string> },
): Promise<DirectReply> {
  return invokeDirect(operation, {
    params,
    body,
    ...(query ? { query } : {}),
    headers: { "content-type": "application/json", ...headers },
    isRandom: true,
  });
}
