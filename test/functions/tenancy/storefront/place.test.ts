import { expect, test } from "vitest";
import { markets } from "#functions/money/markets/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { storefrontAccount, storefronts } from "#functions/tenancy/storefront/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { connectStripe } from "#test/support/stripe.ts";
import { eventually, mailTo, newEmail, openStore } from "#test/support/world.ts";

test("a code that was sent with the session is confirmed with the session alone", async () => {
  const { id: storeId } = await openStore();
  const params = { storeId };
  const email = newEmail();
  const begun = await ok(storefrontAccount.identifyContact, { params, body: { email, verify: true } });
  expect(begun.code_sent).toBe(true);
  const as = { token: begun.token.token };
  const { body: mail } = await mailTo(email);
  const code = /\b\d{6}\b/.exec(mail.text ?? "")?.[0] ?? "";
  const stranger = await ok(storefrontAccount.identifyContact, { params, body: {} });
  expect(
    await refused(storefrontAccount.verifyContact, {
      params,
      as: { token: stranger.token.token },
      body: { code },
    }),
  ).toMatchObject({ error: "AUTH.CODE_INVALID" });
  const proven = await ok(storefrontAccount.verifyContact, { params, as, body: { code } });
  expect(proven).toMatchObject({ id: begun.contact.id, email, verified: true });
});

test("identify and the store tell a shop its market and its payment provider", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const market = await ok(markets.getMarket, { params: { storeId, marketId: "eu" }, as });
  const {
    store,
    market: mine,
    payment,
  } = await ok(storefrontAccount.identifyContact, { params, body: { market: "eu" } });
  expect(mine).toMatchObject({ key: "eu", currency: "EUR", tax_mode: "INCLUSIVE", zones: market.zones });
  expect(mine?.payment_methods).toEqual([
    expect.objectContaining({
      key: expect.any(String),
      type: expect.any(String),
      method: expect.any(String),
    }),
    ...(mine?.payment_methods.slice(1) ?? []),
  ]);
  expect(payment).toEqual({ provider: "sandbox", publishable_key: null });
  expect(store.payment).toEqual(payment);
  const whole = await ok(storefronts.getStorefront, { params });
  expect(whole).toMatchObject({ ...store, payment });
  expect(whole.markets.map(({ key }) => key)).toEqual(["us", "eu"]);
  expect(whole.markets[1]).toEqual(mine);
});

test("a shop learns the public key of its store's payment account, and no secret", async () => {
  const { id: storeId, owner } = await openStore();
  const { key, secret } = await connectStripe({ businessId: storeId, owner });
  const params = { storeId };
  const paid = { provider: "stripe", publishable_key: "pk_test_1" };
  const whole = await eventually(async () => {
    const found = await ok(storefronts.getStorefront, { params });
    return found.payment.provider === "stripe" && found;
  }, "the account");
  const begun = await ok(storefrontAccount.identifyContact, { params, body: { market: "eu" } });
  expect([whole.payment, begun.payment, begun.store.payment]).toEqual([paid, paid, paid]);
  for (const hidden of [key, secret]) expect(JSON.stringify([whole, begun])).not.toContain(hidden);
});

test("a shop learns the logo of its store, null until there is one", async () => {
  const { id: storeId, owner: as } = await openStore();
  const params = { storeId };
  const both = async () => {
    const { store } = await ok(storefrontAccount.identifyContact, { params, body: {} });
    return [(await ok(storefronts.getStorefront, { params })).logo, store.logo];
  };
  expect(await both()).toEqual([null, null]);
  const logo = "https://example.com/logo.png";
  await ok(businesses.updateBusiness, { params: { businessId: storeId }, as, body: { configs: { logo } } });
  expect(await eventually(async () => (await both()).every((each) => each === logo), "the logo")).toBe(true);
});

test("a missing store has no storefront", async () => {
  const unknown = { params: { storeId: "store_none" } };
  expect(await refused(storefronts.getStorefront, unknown)).toMatchObject({
    status: 404,
    error: "GENERAL.NOT_FOUND",
  });
});
