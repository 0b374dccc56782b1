import { expect, test } from "vitest";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { ok, refused } from "#test/support/client.ts";
import { newEmail, openStore, visitorOf } from "#test/support/world.ts";

test("a visitor proves an address by a code, and is the same contact when it is proven again", async () => {
  const { id: storeId } = await openStore();
  const params = { storeId };
  const email = newEmail();
  const prove = async (count: number) => {
    const body = { email, verify: true, market: "eu" };
    const identified = await ok(storefrontAccount.identifyContact, { params, body });
    expect(identified).toMatchObject({
      code_sent: true,
      contact: { verified: false },
      market: { currency: "EUR" },
    });
    const as = { token: identified.token.token };
    const challenge_id = identified.verification_challenge?.challenge_id ?? "";
    const answered = { challenge_id, code: await codeFor(email, count) };
    const contact = await ok(storefrontAccount.verifyContact, { params, as, body: answered });
    expect(contact).toMatchObject({ email, verified: true });
    expect(await ok(storefrontAccount.getCurrentContact, { params, as })).toEqual(contact);
    expect(await refused(storefrontAccount.verifyContact, { params, as, body: answered })).toMatchObject({
      error: "AUTH.CODE_INVALID",
    });
    return contact.id;
  };
  expect(await prove(1)).toBe(await prove(2));
});

test("a visitor's session is good for one store, until it is ended", async () => {
  const [here, there] = [await openStore(), await openStore()];
  const visitor = await visitorOf(here.id);
  const me = { params: { storeId: here.id }, as: visitor };
  expect((await ok(storefrontAccount.getCurrentContact, me)).id).toBe(visitor.contactId);
  const elsewhere = await refused(storefrontAccount.getCurrentContact, {
    ...me,
    params: { storeId: there.id },
  });
  expect(elsewhere.status).toBe(401);
  const later = Math.floor(Date.now() / 1000) + 31 * 24 * 3600;
  expect((await refused(storefrontAccount.getCurrentContact, { ...me, at: later })).status).toBe(401);
  await ok(storefrontAccount.logoutContact, me);
  expect((await refused(storefrontAccount.getCurrentContact, me)).status).toBe(401);
});
