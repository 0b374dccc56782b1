import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { makeSuper } from "#lib/tenancy/people/super.ts";
import { people } from "#lib/tenancy/people/table.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { type As, ok } from "./client.ts";
import { guest, member, newEmail, somebody, type TestStore, testContext, visitorOf } from "./world.ts";

/** Every kind of caller of a store. */
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

/** One caller of every kind. `theirs` is the store that the strangers are of. */
export async function callersOf(store: TestStore, theirs: TestStore): Promise<Record<Caller, As>> {
  const [viewer, staff] = await Promise.all([member(store.id, "viewer"), somebody()]);
  await makeSuper(testContext(), staff.email);
  return {
    nobody: undefined,
    garbage: { token: "a.b.c" },
    guest: await guest(),
    visitor: await visitorOf(store.id),
    "proven visitor": await provenVisitor(store.id),
    "visitor elsewhere": await visitorOf(theirs.id),
    "person of the store": await personOf(store.id),
    stranger: theirs.owner,
    viewer,
    member: await member(store.id, "member"),
    admin: await member(store.id, "admin"),
    owner: store.owner,
    "key of the owner": await keyOf(store.owner),
    "key of a viewer": await keyOf(viewer),
    super: staff,
  };
}

/** A visitor whose address is proven, without the mail round. */
async function provenVisitor(storeId: string, email = newEmail()) {
  const visitor = await visitorOf(storeId);
  const contact = await contacts.get({ store_id: storeId, id: visitor.contactId }, GENERAL.NOT_FOUND());
  await transact(testContext(), [contacts.replace(contact, { ...contact, email, verified: true })]);
  return visitor;
}

/** Somebody who signed in to one store, whose session works nowhere else. */
async function personOf(storeId: string): Promise<{ token: string }> {
  const ctx = testContext();
  const { id } = await somebody();
  const person = await people.get({ id }, GENERAL.NOT_FOUND());
  const session = { person, provider: "CODE", storeId, verified: true, refreshLifetime: 3600 };
  const { write, answer } = await startSession(ctx, session);
  await transact(ctx, [write]);
  return { token: answer.access_token };
}

async function keyOf(as: As): Promise<{ apiKey: string }> {
  const { value } = await ok(accounts.createApiToken, { as, body: { name: "key" } });
  return { apiKey: value };
}
