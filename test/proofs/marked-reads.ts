import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { CALLERS, type Caller } from "#test/support/callers.ts";
import type { As } from "#test/support/client.ts";
import { type DirectReply, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters } from "#test/support/fixtures.ts";
import { bodyFor, paramsOf } from "#test/support/furnish.ts";
import { inParallel } from "#test/support/random.ts";
import { dumpTable } from "#test/support/table.ts";
import { eventually, type InboxMail, mailsTo } from "#test/support/world.ts";
import { captureOutput } from "./captured-output.ts";
import type { MarkedStore, MarkedWorld } from "./marked-world.ts";
import { CUSTOMER_CALLER, type Mark, markedExample, type Reader, type ReadText } from "./marks.ts";
import { viewsOfFullOrder } from "./order-views.ts";
import { useProviders } from "./provider-credentials.ts";

/** Callers who see something of their own; the others are refused or see the same as one of these. */
const READERS: readonly Caller[] = ["nobody", "visitor", "proven visitor", "viewer", "owner", "super"];
/** Number of other callers that send each read, besides READERS. */
const OTHER_CALLERS = 2;
const CONCURRENCY = 8;

/**
 * Calls every operation in both stores with marked examples, plays an order through its whole life and uses provider
 * credentials. Then every kind of caller reads everything in its own store and in the other one, logs included.
 *
 * @param isWhole whether every caller sends every read; otherwise READERS do, and the others in turn
 * @returns all texts that were read, and all marks
 */
export async function readEverything(world: MarkedWorld, isWhole = false) {
  const reads: ReadText[] = [];
  const marks = [...world.marks];
  const { here, elsewhere } = world;
  const sides = [here, elsewhere];
  const { logs, addresses } = await captureOutput(async () => {
    const [told, providers] = await Promise.all([
      viewsOfFullOrder(),
      useProviders(),
      ...sides.map((side) => callAllOperations(side, reads)),
    ]);
    reads.push(...readsOfOrder(told), ...providers.reads);
    marks.push(...providers.marks);
    const cells = isWhole ? allReadCases(here, elsewhere) : someReadCases(here, elsewhere);
    await inParallel(cells.length, CONCURRENCY, async (index) => {
      const cell = cells[index];
      if (cell) reads.push(await readCase(cell));
    });
    return told;
  });
  for (const { id, hook } of sides)
    reads.push({ where: "webhooks", store: id, reader: "owner", text: await receivedWebhooks(hook, id) });
  reads.push(...(await sentMails(world)), ...(await rowsAndEvents(sides)));
  const platform = { store: "", reader: "platform" } as const;
  reads.push({ where: "logs", ...platform, text: world.logs + logs });
  reads.push({ where: "addresses", ...platform, text: `${world.addresses}\n${addresses}` });
  return { reads, marks };
}

/** Calls every operation except deletions with a marked example, as a caller with the needed rights. */
async function callAllOperations(side: MarkedStore, reads: ReadText[]): Promise<void> {
  const kept = operations.filter(({ method, needs }) => method !== "DELETE" && needs !== "super");
  for (const operation of kept) {
    if (/^(logout|revoke|switch)/.test(operation.id)) continue;
    const sent = markedExample(operation, bodyFor(operation, side.ids), side.person);
    const reply = await callOperation(operation, side, side.callerOf(operation), sent);
    const reader = operation.needs === "visitor" ? CUSTOMER_CALLER : "owner";
    // Skipped if refused: a refusal may repeat what the caller has sent.
    if (sent === undefined || reply.status < 400) reads.push(readOfReply(operation, reply, side, reader));
  }
}

/** A read of a store by a caller of this store or of the other one. */
type ReadCase = { side: MarkedStore; from: MarkedStore; caller: Caller; operation: Operation };

const READS = operations.filter(({ method, path }) => method === "GET" && path.includes("{"));

/** Every read of both stores, by every kind of caller of each. */
function allReadCases(here: MarkedStore, elsewhere: MarkedStore): ReadCase[] {
  return [here, elsewhere].flatMap((side) =>
    READS.flatMap((operation) =>
      readCallersOf(side, here, elsewhere).map((by) => ({ ...by, side, operation })),
    ),
  );
}

/** Every read of both stores, by READERS and by the others in turn. */
function someReadCases(here: MarkedStore, elsewhere: MarkedStore): ReadCase[] {
  return [here, elsewhere].flatMap((side) => {
    const askers = readCallersOf(side, here, elsewhere);
    const isShown = ({ from, caller }: ReadCaller) => from === side && READERS.includes(caller);
    const [shown, others] = [askers.filter(isShown), askers.filter((each) => !isShown(each))];
    return READS.flatMap((operation, index) => {
      const turn = (count: number) => others[(index * OTHER_CALLERS + count) % others.length];
      const some = Array.from({ length: OTHER_CALLERS }, (_, count) => turn(count) ?? []).flat();
      return [...shown, ...some].map((by) => ({ ...by, side, operation }));
    });
  });
}

type ReadCaller = Pick<ReadCase, "from" | "caller">;

function readCallersOf(side: MarkedStore, here: MarkedStore, elsewhere: MarkedStore): ReadCaller[] {
  return [here, elsewhere].flatMap((from) =>
    // The stranger of one store is the owner of the other.
    CALLERS.filter((caller) => caller !== "stranger" || side === from).map((caller) => ({ from, caller })),
  );
}

async function readCase({ side, from, caller, operation }: ReadCase): Promise<ReadText> {
  const reply = await callOperation(operation, side, from.callers[caller], undefined);
  return readOfReply(operation, reply, from, caller);
}

function callOperation(
  operation: Operation,
  side: MarkedStore,
  as: As,
  body: string | undefined,
): Promise<DirectReply> {
  return invokeDirect(operation, {
    params: paramsOf(operation, side.ids),
    query: exampleParameters(operation),
    ...(body === undefined ? {} : { body }),
    ...as,
  });
}

function readOfReply(
  operation: Operation,
  reply: DirectReply,
  { id }: MarkedStore,
  reader: Caller,
): ReadText {
  const { status, headers, body } = reply;
  const where = `replies of ${operation.id} (${status})`;
  return { where, store: id, reader, text: `${JSON.stringify(headers)}\n${body}` };
}

function readsOfOrder({
  shop,
  whole,
  replies,
  mails,
  received: text,
  announced,
  label_url,
}: OrderViews): ReadText[] {
  const by = (where: string, reader: Reader, said: unknown): ReadText => ({
    where,
    store: shop.id,
    reader,
    text: JSON.stringify(said),
  });
  if (!label_url || !JSON.stringify(whole).includes(label_url) || announced.length === 0)
    throw new Error("The order did not go through its whole life.");
  return [
    by("replies of an order to its staff", "admin", whole),
    by("replies of an order to its buyer", "visitor", replies),
    by("mails of an order", "visitor", mails),
    { where: "webhooks of an order", store: shop.id, reader: "owner", text },
  ];
}
type OrderViews = Awaited<ReturnType<typeof viewsOfFullOrder>>;

function receivedWebhooks(hook: string, id: string): Promise<string> {
  return eventually(async () => {
    const text = await (await fetch(hook)).text();
    return text.includes(id) && text;
  }, "the webhooks");
}

/** Every mail, with its reader: an owner, a customer, Anna or somebody else. */
async function sentMails({ here, elsewhere, anna }: MarkedWorld): Promise<ReadText[]> {
  const known = new Map<string, Pick<ReadText, "store" | "reader">>();
  for (const { id: store, owner, person } of [here, elsewhere]) {
    known.set(owner.email, { store, reader: "owner" });
    known.set(person.email, { store, reader: CUSTOMER_CALLER });
  }
  for (const email of anna.emails) known.set(email, { store: here.id, reader: "Anna" });
  const nobody = { store: "", reader: "nobody" } as const;
  return (await mailsTo("@")).map((mail: InboxMail) => {
    const [to = ""] = mail.destination.to;
    const [, by = nobody] = [...known].find(([email]) => to.includes(email)) ?? [];
    return { where: `mails "${mail.subject}" to ${to}`, ...by, text: JSON.stringify(mail) };
  });
}

/** The whole table, and each row and event of a store as read by its owner. */
async function rowsAndEvents(sides: readonly MarkedStore[]): Promise<ReadText[]> {
  const rows = await dumpTable();
  const text = rows.map((row) => JSON.stringify(row)).join("\n");
  const own = rows.flatMap((row): ReadText[] => {
    const side = sides.find(({ id }) => String(row.pk).includes(id));
    if (!side) return [];
    const by = { store: side.id, reader: "owner" } as const;
    const whole = { where: `row of a ${row._t}`, ...by, text: JSON.stringify(row) };
    if (row._t !== "event") return [whole];
    return [whole, { where: `events ${row.type}`, ...by, text: JSON.stringify(row.data) }];
  });
  return [{ where: "table", store: "", reader: "platform", text }, ...own];
}

/** Counts of texts and characters that were read, by source. */
export function searchedCounts(reads: readonly ReadText[]): Record<string, string> {
  return Object.fromEntries(
    [...Map.groupBy(reads, ({ where }) => where.split(" ")[0] ?? "")].map(([where, list]) => [
      where,
      `${list.length} of ${list.reduce((sum, { text }) => sum + text.length, 0)} characters`,
    ]),
  );
}

/** Owners of marks that no allowed reader has seen: an absent mark proves nothing. */
export function unseenOwners(reads: readonly ReadText[], marks: readonly Mark[]): string[] {
  const replies = reads.filter(({ where }) => where.startsWith("replies"));
  return marks
    .filter(
      ({ isFor, fieldsIn }) => isFor && !replies.some((read) => isFor(read) && fieldsIn(read).length > 0),
    )
    .map(({ owner }) => owner);
}
