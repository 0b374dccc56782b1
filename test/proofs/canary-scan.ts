import assert from "node:assert/strict";
import { env } from "#core/env.ts";
import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { operations } from "#functions/manifest.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { CALLERS, type Caller, callersOf } from "#test/support/callers.ts";
import type { As } from "#test/support/client.ts";
import { type DirectReply, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import { bodyFor, type Furnished, furnish, paramsOf } from "#test/support/furnish.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { dumpTable } from "#test/support/table.ts";
import { eventually, mailsTo, visitorOf } from "#test/support/world.ts";
import { marked, type Person, personOf, plantedBy } from "./canary-marks.ts";
import { capturedLogs } from "./secrets.ts";

/** What somebody read: a reply, with whose it was, or a line, a mail, a webhook, a row, an address. */
export interface Read {
  where: string;
  /** The store whose people read it, and as what; nobody's for what operators of the platform alone see. */
  store: string;
  reader: Caller | "platform";
  text: string;
}

interface Side extends Furnished {
  person: Person;
  callers: Record<Caller, As>;
  /** Credentials by what they are: each is for its holder alone. */
  credentials: Map<string, string>;
  hook: string;
}

/** Who may read what a store's customers say of themselves: its staff, the platform's, and the customer. */
const STAFF: readonly (Caller | "platform")[] = [
  ...(["owner", "admin", "member", "viewer", "key of the owner", "key of a viewer", "super"] as const),
];
/** The visitor that the examples are bought by. */
const CUSTOMER: Caller = "visitor";

/**
 * Two stores, each with a person whose address, name, phone and street are marked and with marked credentials, go
 * through every operation of the manifest with those marks in it; then every kind of caller reads all that can be read.
 * A mark of a person is read by that store's staff and by the person alone; a credential by nobody, but in the one
 * answer that gives it. Metrics are counted from log lines, and traces carry what Lambda itself notes: both are in the
 * logs that are searched.
 *
 * @param most reads that are made, taken at random, with one person's marks alone; all of them for both unless said
 * @returns how many texts and characters were searched, by where
 */
export async function scanForCanaries(random: Random, most = Infinity): Promise<Record<string, string>> {
  const { reads, sides, writers } = await readEverything(random, { most });
  const problems = new Set(reads.flatMap((read) => problemsIn(read, sides)));
  assert.equal(problems.size, 0, [...problems].slice(0, 30).join("\n"));
  assert.ok(writers.every((side) => reads.some((read) => read.store === side.id && sees(read, side.person))));
  return searched(reads);
}

/** How many texts and characters there are, by where. */
function searched(reads: readonly Read[]): Record<string, string> {
  return Object.fromEntries(
    [...Map.groupBy(reads, ({ where }) => where.split(" ")[0] ?? "")].map(([where, list]) => [
      where,
      `${list.length} of ${list.reduce((sum, { text }) => sum + text.length, 0)} characters`,
    ]),
  );
}

/**
 * Goes through every operation, and reads all that can be read, as above: by every kind of caller, in its own store and in
 * the other one, or by those that are named, in their own.
 */
export async function readEverything(
  random: Random,
  { most = Infinity, callers }: { most?: number; callers?: readonly Caller[] } = {},
) {
  const reads: Read[] = [];
  const addresses: string[] = [];
  const sides: Side[] = [];
  const writers: Side[] = [];
  const logs = await capturedLogs(() =>
    withAddresses(addresses, async () => {
      const [anna, berta] = [await furnish(), await furnish()];
      sides.push(await openSide("anna", anna, berta), await openSide("berta", berta, anna));
      writers.push(...(most === Infinity ? sides : sides.slice(0, 1)));
      for (const side of writers) await writeAll(side, reads);
      const cells = sides.flatMap((side) => (callers ? ownCells(side, callers) : cellsOf(side, sides)));
      await readAll(random.shuffled(cells).slice(0, most), reads);
    }),
  );
  for (const side of sides) {
    reads.push({ where: "webhooks", store: side.id, reader: "owner", text: await received(side) });
    for (const [reader, email] of [
      ["owner", side.owner.email],
      ["visitor", side.person.email],
    ] as const)
      for (const mail of await mailsTo(email))
        reads.push({ where: "mails", store: side.id, reader, text: JSON.stringify(mail) });
  }
  const platform = (where: string, text: string) =>
    reads.push({ where, store: "", reader: "platform", text });
  platform("logs", logs);
  platform("addresses", addresses.join("\n"));
  platform("table", (await dumpTable()).map((item) => JSON.stringify(item)).join("\n"));
  return { reads, sides, writers };
}

async function openSide(tag: string, store: Furnished, theirs: Furnished): Promise<Side> {
  const { owner } = store;
  const person = personOf(tag);
  const callers = await callersOf(store, theirs);
  const hook = `${env("PUBLIC_URL")}/_local/webhooks/${store.id}`;
  const secret = `whsec_${Buffer.from(newId("canary")).toString("base64")}`;
  const made = await invokeDirect(webhooks.createWebhook, {
    params: { storeId: store.id },
    token: owner.token,
    body: JSON.stringify({ url: hook, events: ["*"], enabled: true, secret }),
  });
  assert.equal(made.status, 201, made.body);
  const token = await invokeDirect(accounts.createApiToken, {
    token: owner.token,
    body: JSON.stringify({ name: "CI" }),
  });
  const visitor = await visitorOf(store.id);
  const credentials = new Map([
    ["access token", owner.token],
    ["refresh token", owner.refreshToken],
    ["API token", String(JSON.parse(token.body).value)],
    ["visitor's token", store.visitor.token],
    ["other visitor's token", visitor.token],
    ["webhook secret", secret],
    ...plantedBy(person),
  ]);
  return { ...store, person, callers: { ...callers, visitor: store.visitor }, credentials, hook };
}

/** Every operation but those that end something, with the marks in its example, as one who may call it. */
async function writeAll(side: Side, reads: Read[]): Promise<void> {
  const kept = operations.filter(({ method, needs }) => method !== "DELETE" && needs !== "super");
  for (const operation of kept) {
    if (/^(logout|revoke|switch)/.test(operation.id)) continue;
    const sent = marked(operation, bodyFor(operation, side.ids), side.person);
    const as = side.callerOf(operation);
    const reply = await ask(operation, side, as, sent);
    reads.push(readOf(operation, reply, side, operation.needs === "visitor" ? CUSTOMER : "owner", sent));
  }
}

/** A read of a store by a caller, who may be of the other one. */
interface Cell {
  side: Side;
  from: Side;
  caller: Caller;
  operation: Operation;
}

const READS = operations.filter(({ method, path }) => method === "GET" && path.includes("{"));

/** Every read of a store, by every kind of caller of each store. */
function cellsOf(side: Side, sides: readonly Side[]): Cell[] {
  return sides.flatMap((from) =>
    // The stranger of a store is the owner of the other one.
    CALLERS.filter((caller) => caller !== "stranger" || side === from).flatMap((caller) =>
      READS.map((operation) => ({ side, from, caller, operation })),
    ),
  );
}

function ownCells(side: Side, callers: readonly Caller[]): Cell[] {
  return callers.flatMap((caller) => READS.map((operation) => ({ side, from: side, caller, operation })));
}

async function readAll(cells: readonly Cell[], reads: Read[]): Promise<void> {
  await inParallel(cells.length, 8, async (index) => {
    const cell = cells[index];
    if (!cell) return;
    const { side, from, caller, operation } = cell;
    const reply = await ask(operation, side, from.callers[caller], undefined);
    reads.push(readOf(operation, reply, from, caller, undefined));
  });
}

async function ask(operation: Operation, side: Side, as: As, body: string | undefined): Promise<DirectReply> {
  return invokeDirect(operation, {
    params: paramsOf(operation, side.ids),
    query: exampleParameters(operation),
    ...(body === undefined ? {} : { body }),
    ...as,
  });
}

// What the caller itself has sent tells it nothing.
function readOf(
  operation: Operation,
  { status, headers, body }: DirectReply,
  side: Side,
  reader: Caller,
  sent: string | undefined,
): Read {
  const where = `replies of ${operation.id} (${status}) as ${reader}`;
  const own = sent === undefined ? "" : sent;
  const text = `${JSON.stringify(headers)}\n${body}`;
  return { where, store: side.id, reader, text: own && status >= 400 ? "" : text };
}

/** A credential of the platform's own, whoever holds it: such as visitors', API and refresh tokens. */
const ISSUED = /\bsf[a-z]_[0-9a-z]{40,}_[0-9a-f]{64}_/;

/** What stands in a text that its reader may not read, in words. */
function problemsIn({ where, store, reader, text }: Read, sides: readonly Side[]): string[] {
  const isShown = /^(replies|mails)/.test(where) || !ISSUED.test(text);
  const issued = isShown ? [] : [`a token that was issued is in the ${where}`];
  const planted = sides.flatMap(({ id, credentials, person: { tag, marks } }) => {
    const own = store === id && (STAFF.includes(reader) || reader === CUSTOMER);
    const hidden = own || reader === "super" || where === "table" ? [] : Object.entries(marks);
    return [...credentials, ...hidden]
      .filter(([, value]) => text.includes(value))
      .map(([what]) => `the ${what} of ${tag} is in the ${where}`);
  });
  return [...issued, ...planted];
}

function sees({ text }: Read, { marks }: Person): boolean {
  return Object.values(marks).some((value) => text.includes(value));
}

async function received({ hook, id }: Side): Promise<string> {
  return eventually(async () => {
    const text = await (await fetch(hook)).text();
    return text.includes(id) && text;
  }, "the webhooks");
}

/** The addresses that are asked for meanwhile, in this process. */
async function withAddresses(addresses: string[], run: () => Promise<void>): Promise<void> {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    addresses.push(input instanceof Request ? input.url : String(input));
    return fetch(input, init);
  };
  try {
    await run();
  } finally {
    globalThis.fetch = fetch;
  }
}
