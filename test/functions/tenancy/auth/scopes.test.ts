import { expect, test } from "vitest";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { auth, storeAuth } from "#functions/tenancy/auth/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { codeFor } from "#test/proofs/sign-in.ts";
import { call, ok } from "#test/support/client.ts";
import { newEmail, openStore, visitorOf } from "#test/support/world.ts";

type Answer = { challenge_id: string; code: string };

/** A pair of operations: one sends a code, the other redeems it. */
interface CodePair {
  name: string;
  ask(email: string): Promise<{ challenge_id: string }>;
  open(answer: Answer): Promise<{ status: number; body: unknown }>;
}

const platformPair: CodePair = {
  name: "the platform",
  ask: (email) => ok(auth.requestCode, { body: { email } }),
  open: (body) => call(auth.verifyCode, { body }),
};

async function storePairs(name: string): Promise<CodePair[]> {
  const params = { storeId: (await openStore()).id };
  const as = await visitorOf(params.storeId);
  return [
    {
      name: `store ${name}`,
      ask: (email) => ok(storeAuth.requestStoreCode, { params, body: { email } }),
      open: (body) => call(storeAuth.verifyStoreCode, { params, body }),
    },
    {
      name: `visitors of store ${name}`,
      ask: (email) => ok(storefrontAccount.requestContactCode, { params, as, body: { email } }),
      open: (body) => call(storefrontAccount.verifyContact, { params, as, body }),
    },
  ];
}

test("a code opens only what it was requested for: account, store or visitor", async () => {
  const doors = [platformPair, ...(await storePairs("A")), ...(await storePairs("B"))];
  for (const own of doors) {
    const email = newEmail();
    const { challenge_id } = await own.ask(email);
    const answer = { challenge_id, code: await codeFor(email) };
    for (const other of doors.filter((door) => door !== own)) {
      const { status, body } = await other.open(answer);
      const said = `a code of ${own.name} at ${other.name}`;
      expect({ status, body }, said).toMatchObject({ status: 400, body: { error: "AUTH.CODE_INVALID" } });
    }
    // Four tries were used, and the fifth is the last.
    expect((await own.open(answer)).status, `a code of ${own.name} at home`).toBe(200);
  }
});

test("a store-scoped session shows no other store and no other credential of its person", async () => {
  const { owner, ...store } = await openStore();
  const other = await openStore(owner);
  const value = `${crypto.randomUUID()}${crypto.randomUUID()}`;
  const businessUserConfigs = [store, other].map(({ id }) => ({ businessId: id, settings: { of: id } }));
  const apiTokens = [{ name: "mine", value }];
  const whole = await ok(users.updateUser, { as: owner, body: { businessUserConfigs, apiTokens } });
  expect(whole).toMatchObject({ businessUserConfigs, apiTokens: [{ name: "mine" }] });
  const params = { storeId: store.id };
  const { challenge_id } = await ok(storeAuth.requestStoreCode, { params, body: { email: owner.email } });
  const body = { challenge_id, code: await codeFor(owner.email) };
  const session = await ok(storeAuth.verifyStoreCode, { params, body });
  const as = { token: session.access_token };
  const account = await ok(accounts.getMyAccount, { as });
  expect(account).toMatchObject({ id: owner.id, memberships: [{ store_id: store.id }], api_tokens: [] });
  expect(account.auth_tokens.map(({ id }) => id)).toEqual([session.id]);
  const user = await ok(users.getMyUser, { as });
  expect(user).toMatchObject({
    id: owner.id,
    apiTokens: [],
    businessUserConfigs: [{ businessId: store.id }],
  });
  expect(JSON.stringify([account, user])).not.toContain(other.id);
});
