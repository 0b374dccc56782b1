import { expect, test } from "vitest";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { contacts, storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { interceptCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { newEmail, openStore, visitorOf } from "#test/support/world.ts";

test("a visitor proves an email by a code, and is the same contact when proving it again", async () => {
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
    const wrong = { challenge_id, code: answered.code === "000000" ? "000001" : "000000" };
    expect(await refused(storefrontAccount.verifyContact, { params, as, body: wrong })).toMatchObject({
      error: "AUTH.CODE_INVALID",
    });
    const proven = await ok(storefrontAccount.verifyContact, { params, as, body: answered });
    const { contact, token, ...flat } = proven;
    expect(flat).toEqual(contact);
    expect(contact).toMatchObject({ email, verified: true });
    const fresh = { token: token.token };
    expect(await ok(storefrontAccount.getCurrentContact, { params, as: fresh })).toEqual(contact);
    const left = await ok(storefrontAccount.getCurrentContact, { params, as });
    expect(left).toMatchObject({ email: null, verified: false });
    expect([contact.id, identified.contact.id]).not.toContain(left.id);
    expect(await refused(storefrontAccount.verifyContact, { params, as, body: answered })).toMatchObject({
      error: "AUTH.CODE_INVALID",
    });
    return contact.id;
  };
  expect(await prove(1)).toBe(await prove(2));
});

test("a visitor's session is valid in one store, until it expires or is ended", async () => {
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

test("a code requested without a session creates a contact, whose session comes with the answer", async () => {
  const { id: storeId } = await openStore();
  const params = { storeId };
  const email = newEmail();
  const asked = await ok(storefrontAccount.requestContactCode, { params, body: { email, market: "us" } });
  expect(asked).toMatchObject({
    sent: true,
    token: null,
    contact: { email, verified: false, store_id: storeId },
    store: { id: storeId },
    market: { currency: "USD" },
    verification_challenge: { challenge_id: asked.challenge_id, expires_at: asked.expires_at },
  });
  const code = await codeFor(email);
  const nothing = { params, body: { code } };
  expect(await refused(storefrontAccount.verifyContact, nothing)).toMatchObject({
    error: "AUTH.CODE_INVALID",
  });
  const proven = await ok(storefrontAccount.verifyContact, { params, body: { code, email } });
  expect(proven).toMatchObject({ id: asked.contact.id, verified: true, contact: { email } });
  const as = { token: proven.token.token };
  expect((await ok(storefrontAccount.getCurrentContact, { params, as })).id).toBe(asked.contact.id);
  const again = await ok(storefrontAccount.requestContactCode, { params, body: { email } });
  expect(again.contact.id).not.toBe(asked.contact.id);
  const body = { code: await codeFor(email, 2), challenge_id: again.challenge_id };
  expect((await ok(storefrontAccount.verifyContact, { params, body })).id).toBe(asked.contact.id);
});

test("without a challenge id the newest code counts, and no code works in another store", async () => {
  const [here, there] = [await openStore(), await openStore()];
  const params = { storeId: here.id };
  const as = await visitorOf(here.id);
  const email = newEmail();
  await ok(storefrontAccount.requestContactCode, { params, as, body: { email: newEmail() } });
  const { challenge_id } = await ok(storefrontAccount.requestContactCode, { params, as, body: { email } });
  const code = await codeFor(email);
  for (const stranger of [undefined, await visitorOf(there.id)])
    for (const named of [{ email }, { challenge_id }]) {
      const asked = { params: { storeId: there.id }, body: { code, ...named }, as: stranger };
      expect((await refused(storefrontAccount.verifyContact, asked)).error).toBe("AUTH.CODE_INVALID");
    }
  const proven = await ok(storefrontAccount.verifyContact, { params, as, body: { code } });
  expect(proven).toMatchObject({ id: as.contactId, email, verified: true });
});

type Store = Awaited<ReturnType<typeof openStore>>;

/** Proves an address that a contact has proven before, and changes that contact before the proof is stored. */
async function proveWhile(change: (store: Store, known: string) => Promise<unknown>) {
  const store = await openStore();
  const params = { storeId: store.id };
  const email = newEmail();
  const ask = async (count: number) => {
    const body = { email, verify: true };
    const { contact, token } = await ok(storefrontAccount.identifyContact, { params, body });
    return { contactId: contact.id, token: token.token, body: { code: await codeFor(email, count) } };
  };
  const first = await ask(1);
  const known = await ok(storefrontAccount.verifyContact, { params, as: first, body: first.body });
  const second = await ask(2);
  let isChanged = false;
  const reply = await interceptCalls(
    async (command, next) => {
      if (/^TransactWrite/.test(command) && !isChanged) {
        isChanged = true;
        await change(store, known.id);
        await waitForWorkers(store.id);
      }
      return next();
    },
    () =>
      invokeDirect(storefrontAccount.verifyContact, {
        params,
        token: second.token,
        body: JSON.stringify(second.body),
      }),
  );
  expect(isChanged).toBe(true);
  expect(reply.status).toBe(200);
  const proven: typeof known = JSON.parse(reply.body);
  const as = { token: proven.token.token };
  return { store, params, as, proven, second, email };
}

test("whoever proves an address while its contact is deleted holds it themselves", async () => {
  const { params, as, proven, second, email } = await proveWhile((store, contactId) =>
    ok(contacts.deleteContact, { params: { storeId: store.id, contactId }, as: store.owner }),
  );
  expect(proven).toMatchObject({ id: second.contactId, email, verified: true });
  expect(await ok(storefrontAccount.getCurrentContact, { params, as })).toEqual(proven.contact);
});

test("whoever proves an address while staff merge its contact becomes the surviving one", async () => {
  let survivor = "";
  const { params, as, proven } = await proveWhile(async (store, from) => {
    const visit = { params: { storeId: store.id }, body: { email: newEmail(), verify: true } };
    const { token, contact } = await ok(storefrontAccount.identifyContact, visit);
    const code = await codeFor(visit.body.email);
    await ok(storefrontAccount.verifyContact, { ...visit, as: { token: token.token }, body: { code } });
    survivor = contact.id;
    const merge = { params: { storeId: store.id, contactId: survivor }, as: store.owner };
    await ok(customers.mergeCustomers, { ...merge, body: { from, open_access: true } });
  });
  expect(proven.id).toBe(survivor);
  expect((await ok(storefrontAccount.getCurrentContact, { params, as })).id).toBe(survivor);
});
