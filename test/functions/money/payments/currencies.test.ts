import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { exponentOf } from "#lib/money/money/currency.ts";
import { priceLines } from "#lib/money/money/pricing.ts";
import { stripe } from "#lib/money/payments/stripe-adapter.ts";
import { stripeFor } from "#lib/money/payments/stripe-client.ts";
import { fromStripe } from "#lib/money/payments/stripe-currency.ts";
import { inParallel, newSeed } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

// https://docs.stripe.com/currencies#presentment-currencies
const CURRENCIES =
  "USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW".split(
    " ",
  );

const cartInput = fc.record({
  lines: fc.array(
    fc.record({
      amount: fc.integer({ min: 0, max: 40_000 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      discounted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  shipping: fc.integer({ min: 0, max: 3000 }),
  percentage: fc.integer({ min: 0, max: 9000 }),
  tax: fc.record({ bps: fc.integer({ min: 0, max: 3000 }), inclusive: fc.boolean() }),
});

const seed = newSeed();

test(`Stripe's total equals the order's in every currency, or it is refused (SEED=${seed})`, async () => {
  const ctx = testContext();
  const outcomes = await inParallel(CURRENCIES.length, 6, async (at) => {
    const currency = CURRENCIES[at] ?? "";
    // Each in its own account, so that none waits for another's rate limit.
    const account = { tenantId: "store_1", secretKey: `sk_test_${newId("x").slice(2)}`, webhookSecrets: [] };
    let sent = 0;
    for (const { lines, shipping, percentage, tax } of fc.sample(cartInput, {
      seed: seed + at,
      numRuns: 4,
    })) {
      const discounts = { percentages: [percentage], amounts: [], shippingPercentages: [] };
      const priced = priceLines(lines, discounts, [{ amount: shipping }], tax);
      const shown = [...priced.lines, ...priced.shippingLines].map(({ total }, n) => ({
        name: `Line ${n}`,
        quantity: 1,
        amount: total,
      }));
      expect(shown.reduce((sum, { amount }) => sum + amount, 0)).toBe(priced.total);
      try {
        stripe.checkAmount(priced.total, currency);
      } catch {
        continue;
      }
      const id = newId("pay");
      const page = { id: `${id}-1`, paymentId: id, n: 1, tenantId: "store_1", reference: "order_1" };
      const addresses = { returnUrl: "https://example.com/a", cancelUrl: "https://example.com/b" };
      const asked = { amount: priced.total, currency, lines: shown, expiresAt: ctx.now() + 2100 };
      const opened = await stripe.start(
        ctx,
        { ...page, ...addresses, ...asked, email: null, keepsCard: false },
        account,
      );
      const { checkout } = await stripeFor(account.secretKey);
      const session = await checkout.sessions.retrieve(opened?.ref ?? "");
      expect(fromStripe(session.amount_total ?? 0, session.currency ?? ""), currency).toBe(priced.total);
      sent++;
    }
    return sent;
  });
  expect(outcomes.reduce((sum, sent) => sum + sent, 0)).toBeGreaterThan(CURRENCIES.length);
});

test.each([
  ["KWD", 10_001],
  ["BHD", 5_005],
  ["TND", 12_344],
  ["MGA", 100_050],
])("%s %i cannot be sent exactly, and is refused before a payment begins", (currency, amount) => {
  expect(exponentOf(currency)).toBeGreaterThan(1);
  expect(() => stripe.checkAmount(amount, currency)).toThrow(/cannot be sent exactly/);
});
