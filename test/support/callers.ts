import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { makeSuper } from "#lib/tenancy/people/make-super.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { people } from "#lib/tenancy/people/table.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { type As, ok } from "./client.ts";
import { guest, member, newEmail, somebody, type TestStore, testContext, visitorOf } from "./world.ts";

export const CALLERS = [
  "nobody",
  "garbage",
  "guest",
  "visitor",
  "proven visitor",
  "visitor elsewhere",
  "person of the store",
  "stranger",
  "viewer",
  "member",
  "admin",
  "owner",
  "key of the owner",
  "key of a viewer",
  "super",
] as const;
export type Caller = (typeof CALLERS)[number];

type CallerMaker = (store: TestStore, theirs: TestStore) => As | Promise<As>;

/** How to make each caller. `theirs` is another store, for callers from outside. */
const CALLER_MAKERS: Readonly<Record<Caller, CallerMaker>> = {
  nobody: () => undefined,
  garbage: () => ({ token: "a.b.c" }),
  guest: () => guest(),
  visitor: ({ id }) => visitorOf(id),
  "proven visitor": ({ id }) => provenVisitor(id),
  "visitor elsewhere": (_, { id }) => visitorOf(id),
  "person of the store": ({ id }) => customerOf(id),
  stranger: (_, { owner }) => owner,
  viewer: ({ id }) => member(id, "viewer"),
  member: ({ id }) => member(id, "member"),
  admin: ({ id }) => member(id, "admin"),
  owner: ({ owner }) => owner,
  "key of the owner": ({ owner }) => apiKeyOf(owner),
  "key of a viewer": async ({ id }) => apiKeyOf(await member(id, "viewer")),
  super: superCaller,
};

export async function callerOf(caller: Caller, store: TestStore, theirs: TestStore): Promise<As> {
  return CALLER_MAKERS[caller](store, theirs);
}

export async function callersOf(store: TestStore, theirs: TestStore): Promise<Record<Caller, As>> {
  const all = await Promise.all(
    CALLERS.map(async (caller) => [caller, await callerOf(caller, store, theirs)] as const),
  );
  return Object.fromEntries(all) as Record<Caller, As>;
}

async function superCaller(): Promise<As> {
  const staffPerson = await somebody();
  await makeSuper(testContext(), staffPerson.email);
  return staffPerson;
}

/** A visitor with a verified email address, made without mails. */
async function provenVisitor(storeId: string, email = newEmail()) {
  const visitor = await visitorOf(storeId);
  const contact = await contacts.get({ store_id: storeId, id: visitor.contactId }, GENERAL.NOT_FOUND());
  await transact(testContext(), [contacts.replace(contact, { ...contact, email, verified: true })]);
  return visitor;
}

/** A customer who is signed in to one store only. */
async function customerOf(storeId: string): Promise<{ token: string }> {
  const ctx = testContext();
  const { id } = await somebody();
  const person = await people.get({ id }, GENERAL.NOT_FOUND());
  const session = { person, provider: "CODE", storeId, verified: true, refreshLifetime: 3600 };
  const { write, answer } = await startSession(ctx, session);
  await transact(ctx, [write]);
  return { token: answer.access_token };
}

async function apiKeyOf(as: As): Promise<{ apiKey: string }> {
  const { value } = await ok(accounts.createApiToken, { as, body: { name: "key" } });
  return { apiKey: value };
}
