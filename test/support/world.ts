import { randomUUID } from "node:crypto";
import { type Actor, type Clock, type Context, type Role, systemClock } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import type { Event } from "#core/events.ts";
import { newId } from "#core/id.ts";
import type { Worker } from "#core/queue/contract.ts";
import { systemContext } from "#core/queue/worker.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { newPerson } from "#lib/tenancy/people/person.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { people, personEmails } from "#lib/tenancy/people/table.ts";
import { ok } from "./client.ts";
import { testFile } from "./test-file.ts";

export type Somebody = { id: string; email: string; token: string; refreshToken: string; sessionId: string };

export function testContext(options: Partial<Context> = {}): Context {
  const clock = options.clock ?? systemClock;
  return {
    requestId: randomUUID(),
    operation: "test",
    family: "store",
    actor: { kind: "system", id: "test" },
    now: () => Math.floor(clock()),
    clock,
    ip: "127.0.0.1",
    userAgent: "test",
    may: async () => true,
    guards: undefined,
    ...options,
  };
}

type Person = Extract<Actor, { kind: "person" }>;

/** A person who has signed in. */
export function personActor(id: string, more: Partial<Person> = {}): Person {
  const credential = { via: "session", credentialId: "", provider: "" } as const;
  return { kind: "person", id, ...credential, guest: false, super: false, ...more };
}

/** A worker's context, which announces only declared events. */
export function workerContext(worker: Worker, clock: Clock = systemClock): Context {
  return { ...systemContext(worker, randomUUID()), clock, now: () => Math.floor(clock()) };
}

/** An event of the record that its type names, of a first change unless said. */
export function testEvent(event: Pick<Event, "tenant_id" | "type"> & Partial<Event>): Event {
  return {
    ...{ id: newId("evt"), resource: event.type.replace(/\..*/, ""), record_id: "record", sequence: 1 },
    ...{ at: Math.floor(systemClock()), request_id: "test", operation: "test" },
    ...{ actor: { type: "system", id: "test" }, data: {}, ...event },
  };
}

export function newEmail(): string {
  return `${randomUUID().slice(0, 13)}@example.com`;
}

/** A person with a confirmed account and a session, created without mails. */
export async function somebody(email = newEmail(), clock = systemClock): Promise<Somebody> {
  const ctx = testContext({ clock });
  const id = newId("acc", ctx.clock());
  const { write, answer } = await startSession(ctx, {
    person: { id, session_epoch: 0 },
    provider: "CODE",
    verified: true,
    refreshLifetime: 7 * 24 * 3600,
  });
  const person = newPerson(ctx, email, { id, is_confirmed: true });
  await transact(ctx, [people.create(person), personEmails.create({ email, person_id: id }), write]);
  return { id, email, token: answer.access_token, refreshToken: answer.refresh_token, sessionId: answer.id };
}

/** A signed-in guest without an account. */
export async function guest(): Promise<{ token: string }> {
  const ctx = testContext();
  const person = newPerson(ctx, null);
  const { write, answer } = await startSession(ctx, {
    person,
    provider: "GUEST",
    guest: true,
    verified: false,
    refreshLifetime: null,
  });
  await transact(ctx, [people.create(person), write]);
  return { token: answer.access_token };
}

export type TestStore = { id: string; key: string; owner: Somebody };

export async function openStore(owner?: Somebody): Promise<TestStore> {
  const founder = owner ?? (await somebody());
  const key = `s-${randomUUID().slice(0, 18)}`;
  const body = { key, timezone: "Europe/Berlin" };
  const store = await ok(stores.createStore, { as: founder, body });
  return { id: store.id, key, owner: founder };
}

export async function member(storeId: string, role: Role): Promise<Somebody> {
  const made = await somebody();
  const record = { tenant_id: storeId, person_id: made.id, role, email: made.email, created_at: 1 };
  await transact(testContext(), [memberships.create(record)]);
  return made;
}

export async function visitorOf(storeId: string): Promise<{ token: string; contactId: string }> {
  const { token, contact } = await ok(storefrontAccount.identifyContact, { params: { storeId }, body: {} });
  return { token: token.token, contactId: contact.id };
}

export interface InboxMail {
  messageId: string;
  from: string;
  replyTo: string[];
  destination: { to: string[] };
  subject: string;
  body: { text?: string; html?: string };
  at: number;
}

/** All mails to an email address, oldest first. */
export async function mailsTo(email: string): Promise<InboxMail[]> {
  // The shared inbox is large and read often, so older mails are skipped.
  const since = Math.floor(testFile.begun / 1000) - 1;
  const reply = await fetch(new URL(`/store?since=${since}`, process.env.AWS_ENDPOINT_URL_SES));
  const { emails } = (await reply.json()) as { emails: InboxMail[] };
  return emails.filter(({ destination }) => destination.to.some((to) => to.includes(email)));
}

/** Milliseconds, multiplied on slow machines. */
const TIMEOUT_MS = 20_000;

/** Waits for background work; fails after a time. */
export async function eventually<T>(read: () => Promise<T | undefined | false>, what = "it"): Promise<T> {
  const within = scaledTimeout(TIMEOUT_MS);
  const deadline = performance.now() + within;
  let wait = 25;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline)
      throw new Error(`${what} did not happen within ${within / 1000} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, wait));
    // Polling more often would slow the stack.
    wait = Math.min(1.2 * wait, 250);
  }
}

/** Waits until an email address has `count` mails. Returns the newest. */
export function mailTo(email: string, count = 1): Promise<InboxMail> {
  return eventually(async () => {
    const mails = await mailsTo(email);
    return mails.length >= count ? mails.at(-1) : undefined;
  }, `a mail to ${email}`);
}
