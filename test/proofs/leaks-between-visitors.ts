import assert from "node:assert/strict";
import * as z from "zod";
import { isTenant, type Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { operations } from "#functions/manifest.ts";
import type { As } from "#test/support/client.ts";
import { type DirectReply, type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor } from "#test/support/furnish.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { dumpTable, interposed } from "#test/support/table.ts";
import { withoutSent } from "./leaks.ts";
import {
  type Anna,
  annaIn,
  isTyped,
  type Kind,
  openTown,
  type Town,
} from "./leaks-between-visitors-world.ts";

/**
 * Links that are credentials: what of hers they show, and whether they change what is hers, as the guide of each says.
 * A link is good at its own operations alone.
 */
const LINKS: Record<string, { kind: Kind; shows?: RegExp; changes?: boolean }> = {
  // The page of an order: status, lines, tracking and receipt; its button cancels.
  showOrderPage: { kind: "order page" },
  cancelFromOrderPage: { kind: "order page", changes: true },
  showReservationPage: { kind: "reservation page" },
  changeFromReservationPage: { kind: "reservation page", changes: true },
  // Links of newsletters are in mails to the subscriber alone.
  showUnsubscribe: { kind: "unsubscribe", shows: /subscriber/ },
  unsubscribe: { kind: "unsubscribe", shows: /subscriber/, changes: true },
  showConfirmation: { kind: "confirm", shows: /subscriber/ },
  confirmSubscription: { kind: "confirm", shows: /subscriber/, changes: true },
  trackOpen: { kind: "pixel", changes: true },
  // Whoever has the address of a payment page may pay.
  showSandboxCheckout: { kind: "payment page" },
  decideSandboxCheckout: { kind: "payment page", changes: true },
  returnFromPayment: { kind: "way back", changes: true },
  readConversation: { kind: "support token", shows: /talk/ },
  sendMessage: { kind: "support token", shows: /talk/, changes: true },
};

/** One try: an operation, somebody, and where what was handed out to Anna stands. */
interface Try {
  operation: Operation;
  caller: string;
  place: string;
  value: string;
  kind: Kind;
  request: DirectRequest;
}

interface Tried {
  handedOut: number;
  tries: number;
  compared: number;
  opened: number;
}

/**
 * A stranger in the store who knows each id, token and link that a visitor's normal use hands out tries every operation
 * with it, at every place of the request: nothing that she typed comes back, and nothing of hers changes, but by a link
 * that is a credential, which shows and does what its guide says. An id answers as one that is nobody's.
 *
 * @param most tries taken at random besides those of a visitor's operations with what belongs into their paths
 * @param besides values tried at each place besides those of its own kind
 */
export async function tryWhatIsKnown(random: Random, most = Infinity, besides = 0): Promise<Tried> {
  const town = await openTown();
  const anna = await annaIn(town);
  const told: Tried = { handedOut: anna.handed.length, tries: 0, compared: 0, opened: 0 };
  const mine = await keysOf(anna);
  const all = operations.flatMap((operation) => triesOf(operation, town, anna, random, besides));
  const [always, more] = [all.filter(isPlain), all.filter((each) => !isPlain(each))];
  const tries = [...always, ...random.shuffled(more).slice(0, most)];
  // Whatever a link is documented to change is tried last.
  const [last, first] = [tries.filter(changes), tries.filter((each) => !changes(each))];
  let current: Try | undefined;
  let touched: string[] = [];
  const guard = (command: string, next: () => Promise<unknown>, input: object) => {
    if (current) touched.push(...keysIn(command, input).filter((key) => mine.has(key)));
    return next();
  };
  await interposed(guard, async () => {
    for (const each of first) {
      current = each;
      touched = [];
      const reply = await invokeDirect(each.operation, each.request);
      assert.deepEqual(touched, [], `${wordsOf(each)} writes what is hers`);
      check(each, reply, told);
      const nobodys = nobodysOf(each);
      if (!nobodys) continue;
      told.compared++;
      current = undefined;
      const none = await invokeDirect(each.operation, nobodys.request);
      assert.deepEqual(said(reply, each), said(none, nobodys), wordsOf(each));
    }
    current = undefined;
  });
  await inParallel(last.length, 1, async (index) => {
    const each = last[index];
    if (each) check(each, await invokeDirect(each.operation, each.request), told);
  });
  return told;
}

/** What a stranger would try first. */
function isPlain({ operation: { needs }, place, kind }: Try): boolean {
  return /^(none|public|visitor|person)$/.test(needs) && (!/^(body|query)/.test(place) || kind !== "id");
}

function changes({ operation, kind, place }: Try): boolean {
  const link = LINKS[operation.id];
  return link?.changes === true && link.kind === kind && place !== "body";
}

function check(each: Try, { status, body }: DirectReply, told: Tried): void {
  told.tries++;
  assert.ok(status < 500 || status === 503, `${wordsOf(each)} answered ${status}: ${body}`);
  const link = LINKS[each.operation.id];
  const shows = link?.kind === each.kind ? link.shows : undefined;
  if (link?.kind === each.kind && status < 400) told.opened++;
  const text = withoutSent(body, { value: each.value });
  const seen = isTyped(text).filter((area) => !shows?.test(area));
  assert.deepEqual(seen, [], `${wordsOf(each)} answers ${status} with what she typed: ${body}`);
}

/** What it answers, but for what differs from one request to the next. */
function said({ status, body, headers }: DirectReply, { value }: Try): unknown {
  const names = Object.keys(headers).filter((name) => !/^(x-request-id|ratelimit)/.test(name));
  return [status, withoutSent(body, { value }), names.sort()];
}

/** Ids of what a shop has for everybody. */
const PUBLIC = /^(form|field|svc|prov|prod|var|store|agent|loc|market|bcol|col|coll|plan|lcol)_/;

/** The same try with an id that is nobody's; only for ids of hers in a path. */
function nobodysOf(each: Try): Try | undefined {
  const { request, value, place, kind } = each;
  if (kind !== "id" || !place.startsWith("path:") || PUBLIC.test(value)) return undefined;
  const nobodys = newId(value.slice(0, value.lastIndexOf("_")));
  const params = { ...request.params, [place.slice(5)]: nobodys };
  return { ...each, value: nobodys, request: { ...request, params } };
}

function triesOf(operation: Operation, town: Town, anna: Anna, random: Random, besides: number): Try[] {
  const slots = slotsOf(operation).filter((slot) => !isTenant(slot));
  const own = Object.fromEntries(slotsOf(operation).map((slot) => [slot, town.ids[slot] ?? `${slot}_none`]));
  const query = exampleParameters(operation);
  const isJson = operation.body !== undefined && (operation.bodyKind ?? "json") === "json";
  const example = isJson ? Object(bodyFor(operation, town.ids)) : undefined;
  // What the example names is nobody's here.
  const { id: _, ...rest } = example ?? {};
  const body = { ...rest, ...("market" in rest ? { market: "eu" } : {}) };
  const places = [
    ...slots.map((slot) => `path:${slot}`),
    ...namesIn(operation.query).map((name) => `query:${name}`),
    ...(isJson ? namesIn(operation.body).map((name) => `body:${name}`) : []),
    ...(operation.folder === "engagement/support" ? ["header:x-support-token"] : []),
  ];
  return places.flatMap((place) => {
    const [where = "", name = ""] = place.split(":");
    return chosen(anna, name, random, besides).flatMap(({ value, kind }) =>
      callersFor(operation, town, anna).map(([caller, as]) => {
        const request: DirectRequest = {
          params: where === "path" ? { ...own, [name]: value } : own,
          query: where === "query" ? { ...query, [name]: value } : query,
          ...(isJson ? { body: JSON.stringify(where === "body" ? { ...body, [name]: value } : body) } : {}),
          ...(where === "header" ? { headers: { [name]: value } } : {}),
          ...as,
        };
        // A token is for a conversation that is named too.
        if (where === "header" && own.conversationId) request.params = { ...own, ...anna.conversation };
        return { operation, caller, place: where === "body" ? "body" : place, value, kind, request };
      }),
    );
  });
}

/** What of hers may stand at a place: all of its own kind, and some of the rest. */
function chosen({ handed }: Anna, name: string, random: Random, besides: number): Anna["handed"] {
  const stem = name.replace(/_?ids?$/i, "").toLowerCase();
  const fits = handed.filter(({ value, kind, names }) => {
    if (names.includes(name)) return true;
    if (kind === "address") return false;
    if (kind !== "id") return /token|Id$/.test(name) && !/_id$/.test(name);
    return stem.length > 2 && value.startsWith(`${stem.slice(0, 3)}`);
  });
  const rest = handed.filter((each) => !fits.includes(each));
  return [...fits, ...random.shuffled(rest).slice(0, besides)];
}

/** Staff are no strangers; what needs nobody is asked by nobody and by a visitor alone. */
function callersFor({ needs }: Operation, { callers }: Town, { before }: Anna): [string, As][] {
  const all: [string, As][] = [...Object.entries(callers), ["who knew her token", before]];
  if (needs === "none") return all.filter(([name]) => name === "nobody");
  const kinds = /visitor|knew/;
  if (needs === "visitor") return all.filter(([name]) => kinds.test(name));
  if (needs === "public") return all.filter(([name]) => kinds.test(name) || name === "nobody");
  return all.filter(([name]) => !/nobody|proven/.test(name));
}

function namesIn(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties)
    .filter(([name, field]) => takesText(field) && /id$|ids$|token|email|code|key|number|cursor/i.test(name))
    .map(([name]) => name);
}

function takesText(field: unknown): boolean {
  const text = JSON.stringify(field);
  return text.includes('"string"') || text === "{}";
}

/** Keys of all items that hold what she typed, but for what is written once and never again. */
async function keysOf(anna: Anna): Promise<Set<string>> {
  const items = (await dumpTable()).filter(
    (item) =>
      !/^(event|message|idempotency)$/.test(String(item._t)) &&
      (isTyped(JSON.stringify(item)).length > 0 || anna.sessions.includes(String(item.id))),
  );
  return new Set(items.map(({ pk, sk }) => `${pk}\n${sk}`));
}

interface Command {
  Key?: Record<string, unknown>;
  Item?: Record<string, unknown>;
  TransactItems?: Partial<Record<"Put" | "Update" | "Delete", Command>>[];
}

/** Keys that a command writes. */
function keysIn(command: string, input: object): string[] {
  const { Key, Item, TransactItems = [] } = input as Command;
  const written = /^(Put|Update|Delete)/.test(command) ? [Key ?? Item] : [];
  const all = TransactItems.flatMap(({ Put, Update, Delete }) => [Put?.Item, Update?.Key, Delete?.Key]);
  return [...written, ...all].flatMap((key) => (key ? [`${key.pk}\n${key.sk}`] : []));
}

function wordsOf(each: Try | undefined): string {
  return each
    ? `${each.operation.id} as ${each.caller} with her ${each.kind} ${each.value} at ${each.place}`
    : "";
}
