import assert from "node:assert/strict";
import { env } from "#core/env.ts";
import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { orderShipping, shippingProviders } from "#functions/commerce/shipping/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { operations } from "#functions/manifest.ts";
import { businessPayments, paymentProviders, payments } from "#functions/money/payments/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import { dashboardOf } from "#infra/local/stripe/dashboard.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { checkout, labelFor, ordersOf, PARCEL, SENDER } from "#test/support/orders.ts";
import { SHIPPO_TOKEN, startShippo } from "#test/support/shippo.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";
import { decideAtStripe } from "#test/support/stripe.ts";
import { eventually } from "#test/support/world.ts";
import { type Mark, markOfCredential, type ReadText } from "./marks.ts";

/**
 * Stores provider credentials in every place that takes them, uses them with failing and refusing providers, and reads all
 * that a store can read.
 *
 * @returns the credentials as marks, and what was read
 */
export async function useProviders(): Promise<{ marks: Mark[]; reads: ReadText[] }> {
  const given = [0, 1, 2, 3, 4, 5].map(() => newId("canary").slice(7));
  const [key = "", secret = "", other = "", refused = "", ai = "", second = ""] = given;
  const shop = await openShop();
  const hook = `${env("PUBLIC_URL")}/_local/webhooks/${shop.id}`;
  const shippo = await startShippo();
  const before = process.env.SHIPPO_URL ?? "";
  process.env.SHIPPO_URL = shippo.url;
  const replies: string[] = [];
  const send = recordingCaller(shop.id, shop.owner.token, replies);
  try {
    await send(webhooks.createWebhook, { url: hook, events: ["*"], enabled: true });
    const account = { type: "stripe", publishable_key: "pk_1", secret_key: `sk_test_${key}` };
    const wrong = { ...account, secret_key: `sk_test_${refused}_refused` };
    await send(paymentProviders.createPaymentProvider, wrong);
    await send(paymentProviders.createPaymentProvider, { ...account, webhook_secret: `whsec_${secret}` });
    await send(businesses.updateBusiness, {
      ...(await currentBusiness(shop.id, shop.owner.token)),
      configs: {
        paymentProvider: {
          type: "STRIPE",
          publicKey: "pk_2",
          secretKey: `sk_test_${other}`,
          webhookSecret: `whsec_${second}`,
        },
        aiProvider: { type: "any", apiKey: `key_${ai}` },
      },
    });
    await send(shippingProviders.createShippingProvider, { type: "shippo", api_token: SHIPPO_TOKEN });
    await send(shippingProviders.createShippingProvider, { type: "shippo", api_token: `no_${refused}` });
    await buyAndShip(shop, `sk_test_${other}`, `whsec_${second}`, send);
    await readAll(shop.id, shop.owner.token, replies);
    await sendForgedCallback(shop.id);
  } finally {
    process.env.SHIPPO_URL = before;
    await shippo.stop();
  }
  const received = await eventually(async () => {
    const text = await (await fetch(hook)).text();
    return text.includes("payment.captured") && text;
  }, "the webhooks");
  assert.ok(replies.some((reply) => reply.includes("has_webhook_secret")));
  const by = { store: shop.id, reader: "owner" } as const;
  const named = {
    "payment provider's first key": key,
    "payment provider's first webhook secret": secret,
    "payment provider's key": other,
    "payment provider's webhook secret": second,
    "refused credential": refused,
    "AI provider's key": ai,
    "shipping provider's token": SHIPPO_TOKEN,
  };
  return {
    marks: Object.entries(named).map(([what, value]) => markOfCredential("the shop", what, value)),
    reads: [
      { where: "replies about providers", ...by, text: replies.join("\n") },
      { where: "webhooks about payments", ...by, text: received },
    ],
  };
}

type CallOperation = (operation: Operation, body?: object, more?: Record<string, string>) => Promise<string>;

function recordingCaller(storeId: string, token: string, replies: string[]): CallOperation {
  return async (operation, body, more = {}) => {
    const params = { storeId, businessId: storeId, id: storeId, ...more };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await invokeDirect(operation, { params, token, ...sent });
    replies.push(`${operation.id} ${reply.status} ${JSON.stringify(reply.headers)} ${reply.body}`);
    return reply.body;
  };
}

async function currentBusiness(businessId: string, token: string): Promise<object> {
  const { body } = await invokeDirect(businesses.getBusiness, { params: { businessId }, token });
  return JSON.parse(body);
}

async function buyAndShip(
  shop: Awaited<ReturnType<typeof openShop>>,
  key: string,
  secret: string,
  send: CallOperation,
): Promise<void> {
  const desk = dashboardOf(env("STRIPE_API"), key);
  await desk.hold();
  await desk.fail("^/v1/checkout/sessions$", "after");
  const buyer = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
  const placed = await checkout(shop.id, buyer);
  await decideAtStripe(placed.checkoutUrl, "approve");
  await desk.fail("^/v1/checkout/sessions/cs", "before", 500);
  await desk.listen("http://127.0.0.1:9/unused");
  for (const { body } of await desk.callbacks()) {
    const headers = { "content-type": "application/json", "stripe-signature": signatureOf(body, secret) };
    const request = { params: { provider: "stripe" }, query: { store: shop.id }, body, headers };
    await invokeDirect(payments.receivePaymentEvent, request);
    await invokeDirect(payments.receivePaymentEvent, request);
  }
  const [order] = await ordersOf(shop.id);
  const orderId = order?.id ?? "";
  await send(businessPayments.refundPayment, { entity: `order:${orderId}`, amount: 100 });
  const rates: { rates?: { id: string }[] } = JSON.parse(
    await send(orderShipping.quoteRates, { parcel: PARCEL, from_address: SENDER }, { orderId }),
  );
  if (!order) throw new Error("The order is not there.");
  await send(orderShipping.shipOrder, labelFor(order, rates.rates?.[0]?.id ?? "", 1), { orderId });
}

/** Calls every read of a store, as its owner and without a token. */
async function readAll(storeId: string, token: string, replies: string[]): Promise<void> {
  const reads = operations.filter(
    (operation) =>
      operation.method === "GET" && slotsOf(operation).some((slot) => /^(store|business)Id$/.test(slot)),
  );
  for (const operation of reads) {
    const params = { ...exampleParameters(operation), storeId, businessId: storeId };
    for (const as of [{ token }, {}]) {
      const { status, body } = await invokeDirect(operation, { params, ...as });
      replies.push(`${operation.id} ${status} ${body}`);
    }
  }
}

async function sendForgedCallback(store: string): Promise<void> {
  const headers = { "content-type": "application/json", "stripe-signature": "t=1,v1=00" };
  const request = { params: { provider: "stripe" }, query: { store }, body: "{}", headers };
  await invokeDirect(payments.receivePaymentEvent, request);
}
