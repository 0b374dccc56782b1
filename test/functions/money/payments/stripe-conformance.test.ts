import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { env } from "#core/env.ts";
import { newId } from "#core/id.ts";

const testKey = process.env.STRIPE_TEST_KEY;
if (!testKey) console.info("STRIPE_TEST_KEY is not set: the stand-in is not compared with Stripe.");

const TARGETS = [
  { name: "the stand-in", open: () => standIn() },
  ...(testKey ? [{ name: "Stripe's test mode", open: () => new Stripe(testKey, { telemetry: false }) }] : []),
];
const now = () => Math.floor(Date.now() / 1000);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ type: "none", code: undefined, status: 200 }),
    (error: { type: string; code?: string; statusCode?: number }) => ({
      type: error.type,
      code: error.code,
      status: error.statusCode,
    }),
  );

/** What the adapters rely on, of the stand-in, and of Stripe's test mode if `STRIPE_TEST_KEY` is set. */
describe.each(TARGETS)("$name", ({ open }) => {
  const page = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => ({
    mode: "payment" as const,
    client_reference_id: newId("pay"),
    line_items: [
      { quantity: 1, price_data: { currency: "eur", unit_amount: 1250, product_data: { name: "3 × Mug" } } },
      { quantity: 1, price_data: { currency: "eur", unit_amount: 490, product_data: { name: "Shipping" } } },
    ],
    metadata: { payment_id: "pay_1", tenant_id: "store_1", n: "1" },
    success_url: "https://example.com/done",
    cancel_url: "https://example.com/no",
    expires_at: now() + 35 * 60,
    adaptive_pricing: { enabled: false },
    ...more,
  });

  test("a page has the sum of its lines, a URL, our name and metadata, and is in the list", async () => {
    const stripe = open();
    const asked = page();
    const made = await stripe.checkout.sessions.create(asked);
    expect(made).toMatchObject({
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: 1740,
      currency: "eur",
      client_reference_id: asked.client_reference_id,
      metadata: asked.metadata,
      payment_intent: null,
    });
    expect(made.url).toMatch(/^https?:/);
    const { data } = await stripe.checkout.sessions.list({ created: { gte: now() - 600 }, limit: 100 });
    expect(data.map(({ id }) => id)).toContain(made.id);
    expect((await stripe.checkout.sessions.retrieve(made.id, { expand: ["payment_intent"] })).id).toBe(
      made.id,
    );
  });

  test("a payment page that stores the payment card is opened as requested", async () => {
    const asked = page({
      customer_creation: "always",
      payment_intent_data: { metadata: { a: "b" }, setup_future_usage: "off_session" },
    });
    expect((await open().checkout.sessions.create(asked)).status).toBe("open");
  });

  test("an ended page is expired, and cannot be ended again", async () => {
    const stripe = open();
    const { id } = await stripe.checkout.sessions.create(page());
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: "expired", url: null });
    expect(await refusal(stripe.checkout.sessions.expire(id))).toMatchObject({
      type: "StripeInvalidRequestError",
      status: 400,
    });
  });

  test("the same key gives the same page; another body under it is refused", async () => {
    const stripe = open();
    const idempotencyKey = newId("key");
    const asked = page();
    const [one, other] = [
      await stripe.checkout.sessions.create(asked, { idempotencyKey }),
      await stripe.checkout.sessions.create(asked, { idempotencyKey }),
    ];
    expect(other.id).toBe(one.id);
    const changed = { ...asked, cancel_url: "https://example.com/other" };
    expect(await refusal(stripe.checkout.sessions.create(changed, { idempotencyKey }))).toMatchObject({
      type: "StripeIdempotencyError",
    });
  });

  test.each([
    ["ends too soon", page({ expires_at: now() + 600 })],
    ["ends too late", page({ expires_at: now() + 25 * 3600 })],
    ["has no lines", page({ line_items: [] })],
    ["is of an unknown mode", { ...page(), mode: "gift" as "payment" }],
    [
      "costs too little",
      page({
        line_items: [
          { quantity: 1, price_data: { currency: "usd", unit_amount: 49, product_data: { name: "Pin" } } },
        ],
      }),
    ],
    ["has a parameter that Stripe does not know", { ...page(), colour: "red" }],
  ])("a page that %s is refused", async (_, asked) => {
    expect(await refusal(open().checkout.sessions.create(asked))).toMatchObject({
      type: "StripeInvalidRequestError",
      status: 400,
    });
  });

  test("a missing object is resource_missing with a 404", async () => {
    const stripe = open();
    const missing = { type: "StripeInvalidRequestError", code: "resource_missing", status: 404 };
    expect(await refusal(stripe.checkout.sessions.retrieve("cs_test_none"))).toMatchObject(missing);
    expect(await refusal(stripe.paymentIntents.retrieve("pi_none"))).toMatchObject(missing);
    expect(await refusal(stripe.subscriptions.retrieve("sub_none"))).toMatchObject(missing);
  });

  test("an unknown key is a 401", async () => {
    const stripe = open();
    const wrong = { apiKey: "sk_test_nobody_refused" };
    expect(await refusal(stripe.checkout.sessions.list({ limit: 1 }, wrong))).toMatchObject({
      type: "StripeAuthenticationError",
      status: 401,
    });
  });

  test("prices are found by their lookup keys, and a missing one is not", async () => {
    const { data } = await open().prices.list({ lookup_keys: [newId("none")], active: true, limit: 1 });
    expect(data).toEqual([]);
  });
});

function standIn(): Stripe {
  const at = new URL(env("STRIPE_API"));
  const key = `sk_test_${newId("x").slice(2)}`;
  const where = { host: at.hostname, port: Number(at.port), protocol: "http" as const };
  return new Stripe(key, { ...where, telemetry: false, maxNetworkRetries: 0 });
}
