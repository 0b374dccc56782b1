import { expect, test } from "vitest";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { contactEmails } from "#lib/tenancy/visitors/table.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { ok } from "#test/support/client.ts";
import { eventually, newEmail, openStore, visitorOf } from "#test/support/world.ts";

async function openProofs() {
  const { id: storeId } = await openStore();
  const params = { storeId };
  const codes = new Map<string, number>();
  /** Proves an address as a visitor; returns the new session and its contact. */
  const prove = async (email: string, as?: { token: string }) => {
    const visitor = as ?? (await visitorOf(storeId));
    const count = (codes.get(email) ?? 0) + 1;
    codes.set(email, count);
    const asked = await ok(storefrontAccount.requestContactCode, { params, as: visitor, body: { email } });
    const body = { challenge_id: asked.challenge_id, code: await codeFor(email, count) };
    const { contact, token } = await ok(storefrontAccount.verifyContact, { params, as: visitor, body });
    return { contact, token: token.token };
  };
  return { storeId, params, prove };
}

test("a deleted contact frees its email addresses, and all of them can be proven again", async () => {
  const { storeId, params, prove } = await openProofs();
  const [one, two, three] = [newEmail(), newEmail(), newEmail()];
  const known = await prove(two, await prove(one));
  const former = await prove(three);
  const as = await prove(one, former);
  expect(as.contact.id).toBe(known.contact.id);
  await ok(storefrontAccount.deleteCurrentContact, { params, as });
  const ids = new Set([known.contact.id, former.contact.id]);
  for (const email of [one, two, three]) {
    const { contact } = await prove(email);
    expect(contact).toMatchObject({ email, verified: true });
    expect(ids.has(contact.id)).toBe(false);
    ids.add(contact.id);
  }
  const again = await openProofs();
  const own = [newEmail(), newEmail()] as const;
  const last = await again.prove(own[1], await again.prove(own[0]));
  await ok(storefrontAccount.deleteCurrentContact, { params: again.params, as: last });
  const left = async () => {
    const asked = own.map((email) => ({ store_id: again.storeId, email }));
    return (await contactEmails.batchGet(asked)).length === 0;
  };
  await eventually(left, "the addresses being free");
  expect(await contactEmails.find({ store_id: storeId, email: one })).toBeDefined();
});

test("proving an email leads to the contact into which its former one was merged", async () => {
  const { prove } = await openProofs();
  const [one, other] = [newEmail(), newEmail()];
  const known = await prove(one);
  const merged = await prove(other);
  expect((await prove(one, merged)).contact.id).toBe(known.contact.id);
  expect((await prove(other)).contact.id).toBe(known.contact.id);
  const { contact } = await prove(other, known);
  expect(contact).toMatchObject({ id: known.contact.id, email: other, verified: true });
  expect(contact.merged_into_contact_id ?? null).toBeNull();
  expect((await prove(one)).contact.id).toBe(known.contact.id);
});

test("the session that a proof begins continues with the visitor's cart", async () => {
  const { params, prove } = await openProofs();
  const email = newEmail();
  const known = await prove(email);
  const visitor = await visitorOf(params.storeId);
  const cart = await ok(storefrontCarts.currentCart, { params, as: visitor, body: {} });
  const as = await prove(email, visitor);
  expect(as.contact.id).toBe(known.contact.id);
  expect((await ok(storefrontCarts.currentCart, { params, as, body: {} })).id).toBe(cart.id);
  expect(
    (await ok(storefrontCarts.currentCart, { params, body: {}, as: await prove(newEmail(), as) })).id,
  ).toBe(cart.id);
});

test("a session of a merged contact names the surviving one, and so does another proof", async () => {
  const { params, prove } = await openProofs();
  const [one, other, third] = [newEmail(), newEmail(), newEmail()];
  const known = await prove(one);
  const first = await prove(other);
  const [second, left] = [await prove(other), await prove(other)];
  expect(second.contact.id).toBe(first.contact.id);
  expect(second.contact.merged_into_contact_id ?? null).toBeNull();
  await prove(one, first);
  const turned = { id: first.contact.id, merged_into_contact_id: known.contact.id };
  expect(await ok(storefrontAccount.getCurrentContact, { params, as: second })).toMatchObject(turned);
  expect((await prove(third, second)).contact).toMatchObject({ ...turned, email: third });
  expect((await prove(third)).contact.id).toBe(known.contact.id);
  expect((await prove(other, left)).contact.id).toBe(known.contact.id);
});
