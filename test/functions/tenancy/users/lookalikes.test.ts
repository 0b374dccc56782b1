import { expect, test } from "vitest";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { inspectorAddress } from "#test/support/inspector.ts";
import { frontEnd, googleLogin, signInResult } from "#test/support/provider.ts";
import { newEmail, openStore, somebody } from "#test/support/world.ts";

test("a look-alike email address is refused, and opens nobody's account", async () => {
  const kelvin = "\u212A";
  for (const bad of [
    `${kelvin}ate@example.com`,
    `kate@${kelvin}.example`,
    "kate@localhost",
    "ka..te@a.example",
  ]) {
    expect(EmailAddress.safeParse(bad).success, bad).toBe(false);
  }
  expect(EmailAddress.parse("Kate@Example.COM")).toBe("kate@example.com");
  expect(EmailAddress.parse("a@b.xn--p1ai")).toBe("a@b.xn--p1ai");
  const email = `kate-${newEmail()}`;
  await somebody(email);
  const { code } = await signInResult(email.replace("k", kelvin));
  const body = { provider: "GOOGLE", code, originUrl: frontEnd().originUrl };
  expect(await refused(users.loginUser, { body })).toMatchObject({ error: "USER.FAILED_OAUTH_LOGIN" });
  expect((await googleLogin(email)).userId).not.toBe("");
});

test("an answer with a credential is stored only under a key that cannot be guessed", async () => {
  const store = await openStore();
  const identify = (key: string) =>
    call(storefrontAccount.identifyContact, {
      params: { storeId: store.id },
      body: {},
      headers: { "idempotency-key": key },
    });
  for (const weak of ["1", "order-17", "a".repeat(40)]) expect((await identify(weak)).status).toBe(400);
  const key = crypto.randomUUID();
  expect((await identify(key)).body).toEqual((await identify(key)).body);
  const guest = { body: { provider: "GUEST" }, headers: { "idempotency-key": "login" } } as const;
  expect((await refused(users.loginUser, guest)).status).toBe(400);
});

test("a key that can be guessed, or could never work, is refused as an API key", async () => {
  const as = await somebody();
  const refusedKey = async (value: string) =>
    (await call(users.updateUser, { as, body: { apiTokens: [{ name: "key", value }] } })).status;
  const random = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", "");
  for (const bad of ["a".repeat(32), "ab".repeat(20), `sfv_${random}`, `sfk_${random}`, `a${random}.b.c`]) {
    expect(await refusedKey(bad), bad).toBe(400);
  }
  expect(await refusedKey(random)).toBe(200);
});

test("a URL gets at most three webhooks, however it is written", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const { url } = inspectorAddress();
  const hooks = Array.from({ length: 4 }, (_, index) => ({ url: `${url}#${index}` }));
  const many = { params: { businessId: store.id }, as: store.owner, body: { configs: { webhooks: hooks } } };
  expect((await refused(businesses.updateBusiness, many)).body.validationErrors).toMatchObject([
    { field: "configs.webhooks[3].url" },
  ]);
  for (let index = 0; index < 3; index++) {
    await ok(webhooks.createWebhook, { params, as: store.owner, body: { url } });
  }
  const tooMany = { error: "WEBHOOK.TOO_MANY_AT_ADDRESS" };
  const elsewhere = await ok(webhooks.createWebhook, {
    params,
    as: store.owner,
    body: { url: `${url}/other` },
  });
  for (const same of [url, `${url}#1`, url.replace("http:", "HTTP:"), url.replace(/[^/]+$/, "./$&")]) {
    const body = { url: same };
    expect(await refused(webhooks.createWebhook, { params, as: store.owner, body }), same).toMatchObject(
      tooMany,
    );
    const moved = { params: { ...params, webhookId: elsewhere.id }, as: store.owner, body };
    expect(await refused(webhooks.updateWebhook, moved), same).toMatchObject(tooMany);
  }
});

test("a key is the same key in either Unicode form", async () => {
  const store = await openStore();
  const options = { params: { storeId: store.id }, as: store.owner };
  await ok(forms.createForm, { ...options, body: { key: "caf\u00e9" } });
  expect(await refused(forms.createForm, { ...options, body: { key: "cafe\u0301" } })).toMatchObject({
    error: "FORM.KEY_TAKEN",
  });
});
