import { expect, test } from "vitest";
import { queryItems } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { newId } from "#core/id.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { members } from "#functions/tenancy/members/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { apiTokens, memberships } from "#lib/tenancy/access/records.ts";
import { createApiToken, MAX_TOKENS } from "#lib/tenancy/people/api-tokens.ts";
import { deleteAccount } from "#lib/tenancy/people/deletion.ts";
import { isOnlyMember } from "#lib/tenancy/people/members.ts";
import { people } from "#lib/tenancy/people/table.ts";
import { call, ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { bulkWrite, interceptCalls, withLaggingIndexes } from "#test/support/table.ts";
import { member, openStore, personActor, type Somebody, somebody, testContext } from "#test/support/world.ts";

const contextOf = ({ id, sessionId }: Somebody) =>
  testContext({ actor: personActor(id, { credentialId: sessionId }) });

test("concurrent API tokens never exceed what an account may have", async () => {
  const as = await somebody();
  const { id: person_id } = as;
  const rest = { hash: "none", token_hint: "", created_at: 1, expires_at: null, last_used_at: null };
  const issued = { ...rest, origin: "issued", status: "active" } as const;
  const tokens = Array.from({ length: MAX_TOKENS - 1 }, (_, index) =>
    apiTokens.create({ ...issued, id: newId("tok"), person_id, name: `t${index}` }),
  );
  await bulkWrite(tokens);
  const made = await Promise.all(
    Array.from({ length: 4 }, () => call(accounts.createApiToken, { as, body: { name: "late" } })),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
});

test("no API token is created for an account that is deleted meanwhile", async () => {
  const as = await somebody();
  let deleted: Promise<unknown> | undefined;
  const made = interceptCalls(
    async (command, next) => {
      if (/Transact|Put/.test(command)) {
        deleted ??= ok(accounts.deleteAccount, { as });
        await deleted;
      }
      return next();
    },
    () => createApiToken(contextOf(as), { name: "late" }),
  );
  await expect(made).rejects.toThrow();
  expect(deleted).toBeDefined();
  const { items } = await queryItems(apiTokens.partition({ person_id: as.id }), {
    prefix: apiTokens.prefix(),
  });
  expect(items).toEqual([]);
});

test("a function that cached the session of a deleted account opens no store for it", async () => {
  const as = await somebody();
  const { token } = as;
  expect((await invokeDirect(accounts.getMyAccount, { token })).status).toBe(200);
  await ok(accounts.deleteAccount, { as });
  const body = JSON.stringify({ key: newId("key").toLowerCase().replace("_", "-"), timezone: "UTC" });
  expect((await invokeDirect(stores.createStore, { token, body })).status).toBe(401);
});

test("an account is deleted even if another request deletes its store at the same moment", async () => {
  const { id: storeId, owner } = await openStore();
  let deleted: Promise<unknown> | undefined;
  await interceptCalls(
    async (command, next) => {
      if (/Transact/.test(command)) {
        deleted ??= ok(stores.deleteStore, { params: { storeId }, as: owner });
        await deleted;
      }
      return next();
    },
    () => withRetries(() => deleteAccount(contextOf(owner))),
  );
  expect(deleted).toBeDefined();
  expect(await people.find({ id: owner.id })).toBeUndefined();
});

test("an owner of a store with members must hand it over first, even if others just left", async () => {
  const { id: storeId, owner } = await openStore();
  const viewers: Somebody[] = [];
  for (let count = 0; count < 4; count++) viewers.push(await member(storeId, "viewer"));
  const index = { index: "list_created", limit: 2 } as const;
  const { items } = await queryItems(memberships.list({ tenant_id: storeId }), index);
  const first = items.map(memberships.slots).map(({ person_id }) => person_id);
  const stays = viewers.find(({ id }) => !first.includes(id));
  await withLaggingIndexes(9, async () => {
    expect(await isOnlyMember(storeId, owner.id)).toBe(false);
    for (const { id: accountId } of viewers.filter((viewer) => viewer !== stays))
      await ok(members.removeMember, { params: { storeId, accountId }, as: owner });
    await expect(deleteAccount(contextOf(owner))).rejects.toMatchObject({ code: "ACCOUNT.LAST_OWNER" });
  });
});
