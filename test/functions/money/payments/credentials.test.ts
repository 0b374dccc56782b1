import { expect, test } from "vitest";
import { events } from "#core/events.ts";
import { paymentProviders } from "#functions/money/payments/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { paymentCredentials } from "#lib/money/payments/table.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { bookByCard, itemsOfPartitions } from "#test/support/bookings.ts";
import { ok, refused } from "#test/support/client.ts";
import { openSalon } from "#test/support/salon.ts";
import { connectStripe } from "#test/support/stripe.ts";
import { openStore, somebody } from "#test/support/world.ts";

test("no secret of a payment account is in a reply, an event or the table; a masked one is kept", async () => {
  const { id, owner } = await openStore();
  const secrets = ["sk_test_canary0001", "whsec_canary0001", "ai_canary_0001"];
  const params = { businessId: id };
  const [secretKey, webhookSecret, apiKey] = secrets;
  const configs = {
    paymentProvider: { type: "STRIPE", publicKey: "pk_test_shown", secretKey, webhookSecret },
    aiProvider: { type: "OPENAI", apiKey },
  };
  const saved = await ok(businesses.updateBusiness, { params, as: owner, body: { configs } });
  const read = await ok(businesses.getBusiness, { params, as: owner });
  expect(read.configs.paymentProvider).toMatchObject({ type: "STRIPE", publicKey: "pk_test_shown" });
  const before = await itemsOfPartitions(paymentCredentials.partition({ tenant_id: id }));
  const again = await ok(businesses.updateBusiness, { params, as: owner, body: { configs: read.configs } });
  const list = await ok(paymentProviders.listPaymentProviders, { params: { storeId: id }, as: owner });
  expect(list.items).toMatchObject([{ type: "stripe", has_webhook_secret: true }]);
  const after = await itemsOfPartitions(paymentCredentials.partition({ tenant_id: id }));
  expect(after.map(({ sk, sealed_key }) => [sk, sealed_key])).toEqual(
    before.map(({ sk, sealed_key }) => [sk, sealed_key]),
  );
  const stored = [
    ...(await itemsOfPartitions(tenants.partition({ id }))),
    ...after,
    ...(await itemsOfPartitions(...events.partitions({ tenant_id: id }))),
  ];
  const written = JSON.stringify([saved, read, again, list, stored]);
  for (const secret of secrets) expect(written).not.toContain(secret);
});

test("an account whose key the provider does not know is not connected", async () => {
  const { id, owner } = await openStore();
  const params = { storeId: id };
  const body = { type: "stripe", secret_key: "sk_test_refused" };
  const refusal = await refused(paymentProviders.createPaymentProvider, { params, as: owner, body });
  expect(refusal).toMatchObject({ status: 400, error: "PAYMENT.STRIPE_ERROR" });
  expect((await ok(paymentProviders.listPaymentProviders, { params, as: owner })).items).toEqual([]);
});

test("a disconnected account takes no more payments, and disconnecting it again is a 404", async () => {
  const salon = await openSalon();
  const { desk, provider } = await connectStripe(salon);
  const params = { storeId: salon.businessId };
  const as = salon.owner;
  const named = { params: { ...params, providerId: provider.id }, as };
  await ok(paymentProviders.deletePaymentProvider, named);
  expect((await refused(paymentProviders.deletePaymentProvider, named)).status).toBe(404);
  expect((await ok(paymentProviders.listPaymentProviders, { params, as })).items).toEqual([]);
  // The sandbox is used where no provider is connected.
  await bookByCard(salon, await somebody());
  expect((await desk.books()).sessions).toEqual([]);
});
