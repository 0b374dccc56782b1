import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import * as z from "zod";
import { isTenantSlot, type Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { operations } from "#functions/manifest.ts";
import type { As } from "#test/support/client.ts";
import { type DirectReply, type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor } from "#test/support/furnish.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { interceptCalls } from "#test/support/table.ts";
import type { Anna } from "./anna.ts";
import { keysIn, keysOfAnnasItems } from "./anna-items.ts";
import type { ValueKind } from "./handed-out-values.ts";
import type { MarkedWorld } from "./marked-world.ts";
import { typedFieldsIn } from "./marks.ts";
import { withoutSentIds } from "./tenant-leaks.ts";

/** Credential links: which of Anna's fields each operation may show, and whether it may change her records. */
const CREDENTIAL_LINKS: Record<string, { kind: ValueKind; shows?: RegExp; changes?: boolean }> = {
  // An order page shows the shipping address; its button cancels the order.
  showOrderPage: { kind: "order page", shows: /^order-(name|company|street|city)$/ },
  cancelFromOrderPage: { kind: "order page", shows: /^order-(name|company|street|city)$/, changes: true },
  showReservationPage: { kind: "reservation page" },
  changeFromReservationPage: { kind: "reservation page", changes: true },
  // Newsletter links are sent to the subscriber alone.
  showUnsubscribe: { kind: "unsubscribe", shows: /subscriber/ },
  unsubscribe: { kind: "unsubscribe", shows: /subscriber/, changes: true },
  showConfirmation: { kind: "confirm", shows: /subscriber/ },
  confirmSubscription: { kind: "confirm", shows: /subscriber/, changes: true },
  trackOpen: { kind: "pixel", changes: true },
  // Whoever has the URL of a payment page may pay.
  showSandboxCheckout: { kind: "payment page" },
  decideSandboxCheckout: { kind: "payment page", changes: true },
  returnFromPayment: { kind: "payment return", changes: true },
  readConversation: { kind: "support token", shows: /talk/ },
  sendMessage: { kind: "support token", shows: /talk/, changes: true },
};

const STRANGER_CALLERS = [
  "nobody",
  "guest",
  "visitor",
  "proven visitor",
  "person of the store",
  "stranger",
] as const;
const CONCURRENCY = 8;

/** One request by a stranger, with one of Anna's values at one place. */
interface LeakTry {
  operation: Operation;
  caller: string;
  place: string;
  value: string;
  kind: ValueKind;
  request: DirectRequest;
}

interface TryTotals {
  handedOut: number;
  tries: number;
  compared: number;
  opened: number;
  /** Values that each caller has sent in a body: the caller's own records may hold them from then on. */
  sent: Map<string, Set<string>>;
}

/**
 * Strangers send each id, token and link that was handed out to Anna to every operation, at every place of the request.
 * No answer holds what she typed and none of her records changes, except by a link that is a credential. An id of hers
 * is answered like an unknown id.
 *
 * @param otherValues values of other kinds tried at each place by every stranger; unless set, a sample is tried
 */
export async function tryKnownValues(
  random: Random,
  world: MarkedWorld,
  otherValues?: number,
): Promise<TryTotals> {
  const { anna } = world;
  const totals: TryTotals = {
    handedOut: anna.handed.length,
    tries: 0,
    compared: 0,
    opened: 0,
    sent: new Map(),
  };
  const mine = await keysOfAnnasItems(anna);
  const all = operations.flatMap((operation) => leakTriesOf(operation, world, random, otherValues ?? 0));
  const tries = random.shuffled(otherValues === undefined ? oneOfEach(all) : all);
  // Links that are documented to change records are tried last.
  const [last, first] = [tries.filter(mayChangeRecords), tries.filter((each) => !mayChangeRecords(each))];
  const touched = new AsyncLocalStorage<string[]>();
  const guard = (command: string, next: () => Promise<unknown>, input: object) => {
    touched.getStore()?.push(...keysIn(command, input).filter((key) => mine.has(key)));
    return next();
  };
  await interceptCalls(guard, () =>
    inParallel(first.length, CONCURRENCY, async (index) => {
      const each = first[index];
      if (!each) return;
      const keys: string[] = [];
      noteSent(each, totals);
      const reply = await touched.run(keys, () => invokeDirect(each.operation, each.request));
      assert.deepEqual(keys, [], `${describeTry(each)} writes a record of Anna's`);
      checkReply(each, reply, totals);
      const nobodys = withUnknownId(each);
      if (!nobodys) return;
      totals.compared++;
      const none = await invokeDirect(each.operation, nobodys.request);
      assert.deepEqual(comparableReply(reply, each), comparableReply(none, nobodys), describeTry(each));
    }),
  );
  for (const each of last) {
    noteSent(each, totals);
    checkReply(each, await invokeDirect(each.operation, each.request), totals);
  }
  return totals;
}

/**
 * A sample: one try of each kind of value at each place, and all tries with a valid link. Staff operations refuse a
 * stranger before they read the request, so one place of each is enough.
 */
function oneOfEach(tries: readonly LeakTry[]): LeakTry[] {
  const kindOf = ({ operation, place, kind, value, caller }: LeakTry) => {
    const [where = ""] = place.split(":");
    const isLink = CREDENTIAL_LINKS[operation.id]?.kind === kind;
    const of = kind === "id" ? value.slice(0, value.indexOf("_")) : kind;
    const at = isPublic(operation) || where === "path" ? place : where;
    const by = isPublic(operation) && /path|header/.test(where) ? caller : "";
    return [operation.id, at, of, by, isLink ? value : ""].join(" ");
  };
  const groups = [...Map.groupBy(tries, kindOf).values()];
  return groups.flatMap((list, index) => list[index % list.length] ?? []);
}

function isPublic({ needs }: Operation): boolean {
  return /^(none|public|visitor|person)$/.test(needs);
}

function mayChangeRecords({ operation, kind, place }: LeakTry): boolean {
  const link = CREDENTIAL_LINKS[operation.id];
  return link?.changes === true && link.kind === kind && !place.startsWith("body");
}

function noteSent({ caller, place, value }: LeakTry, { sent }: TryTotals): void {
  if (!place.startsWith("body:")) return;
  const own = sent.get(caller) ?? new Set();
  sent.set(caller, own.add(value));
}

function checkReply(each: LeakTry, { status, body }: DirectReply, totals: TryTotals): void {
  totals.tries++;
  assert.ok(status < 500 || status === 503, `${describeTry(each)} answered ${status}: ${body}`);
  const link = CREDENTIAL_LINKS[each.operation.id];
  const shows = link?.kind === each.kind ? link.shows : undefined;
  if (link?.kind === each.kind && status < 400) totals.opened++;
  const text = withoutSentIds(body, [each.value, ...(totals.sent.get(each.caller) ?? [])]);
  const seen = typedFieldsIn(text).filter((area) => !shows?.test(area));
  assert.deepEqual(seen, [], `${describeTry(each)} answers ${status} with what Anna typed: ${body}`);
}

/** An answer without what differs between any two requests. */
function comparableReply({ status, body, headers }: DirectReply, { value }: LeakTry): unknown {
  const names = Object.keys(headers).filter((name) => !/^(x-request-id|ratelimit)/.test(name));
  return [status, withoutSentIds(body, [value]), names.sort()];
}

const PUBLIC_ID = /^(form|field|svc|prov|prod|var|store|agent|loc|market|bcol|col|coll|plan|lcol)_/;

/** A copy of a try with an unknown id; only for Anna's ids in a path. */
function withUnknownId(each: LeakTry): LeakTry | undefined {
  const { request, value, place, kind } = each;
  if (kind !== "id" || !place.startsWith("path:") || PUBLIC_ID.test(value)) return undefined;
  const nobodys = newId(value.slice(0, value.lastIndexOf("_")));
  const params = { ...request.params, [place.slice(5)]: nobodys };
  return { ...each, value: nobodys, request: { ...request, params } };
}

function leakTriesOf(
  operation: Operation,
  world: MarkedWorld,
  random: Random,
  otherValues: number,
): LeakTry[] {
  const { ids, anna } = world;
  const slots = slotsOf(operation).filter((slot) => !isTenantSlot(slot));
  const own = Object.fromEntries(slotsOf(operation).map((slot) => [slot, ids[slot] ?? `${slot}_none`]));
  const query = exampleParameters(operation);
  const isJson = operation.body !== undefined && (operation.bodyKind ?? "json") === "json";
  const example = isJson ? Object(bodyFor(operation, ids)) : undefined;
  // The ids of the example do not exist here.
  const { id: _, ...rest } = example ?? {};
  const body = { ...rest, ...("market" in rest ? { market: "eu" } : {}) };
  const places = [
    ...slots.map((slot) => `path:${slot}`),
    ...fieldNamesIn(operation.query).map((name) => `query:${name}`),
    ...(isJson ? fieldNamesIn(operation.body).map((name) => `body:${name}`) : []),
    ...(operation.folder === "engagement/support" ? ["header:x-support-token"] : []),
  ];
  return places.flatMap((place) => {
    const [where = "", name = ""] = place.split(":");
    return chosenValues(anna, name, random, otherValues).flatMap(({ value, kind }) =>
      callersFor(operation, world).map(([caller, as]) => {
        const request: DirectRequest = {
          params: where === "path" ? { ...own, [name]: value } : own,
          query: where === "query" ? { ...query, [name]: value } : query,
          ...(isJson ? { body: JSON.stringify(where === "body" ? { ...body, [name]: value } : body) } : {}),
          ...(where === "header" ? { headers: { [name]: value } } : {}),
          ...as,
        };
        // A support token needs the id of its conversation in the path.
        if (where === "header" && own.conversationId) request.params = { ...own, ...anna.conversation };
        return { operation, caller, place, value, kind, request };
      }),
    );
  });
}

/** Anna's values to try at a place: all values of the fitting kind, and some others. */
function chosenValues({ handed }: Anna, name: string, random: Random, otherValues: number): Anna["handed"] {
  const stem = name.replace(/_?ids?$/i, "").toLowerCase();
  const fits = handed.filter(({ value, kind, names }) => {
    if (names.includes(name)) return true;
    if (kind === "address") return false;
    if (kind !== "id") return /token|Id$/.test(name) && !/_id$/.test(name);
    return stem.length > 2 && value.startsWith(`${stem.slice(0, 3)}`);
  });
  const rest = handed.filter((each) => !fits.includes(each));
  return [...fits, ...random.shuffled(rest).slice(0, otherValues)];
}

/** Strangers that may call an operation; staff of the store are none. */
function callersFor({ needs }: Operation, { here: { callers }, anna }: MarkedWorld): [string, As][] {
  const all: [string, As][] = [
    ...STRANGER_CALLERS.map((name): [string, As] => [name, callers[name]]),
    ["who knew her token", anna.earlierSession],
  ];
  if (needs === "none") return all.filter(([name]) => name === "nobody");
  const kinds = /visitor|knew/;
  if (needs === "visitor") return all.filter(([name]) => kinds.test(name));
  if (needs === "public") return all.filter(([name]) => kinds.test(name) || name === "nobody");
  return all.filter(([name]) => !/nobody|proven/.test(name));
}

function fieldNamesIn(schema: z.ZodType | undefined): string[] {
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

function describeTry(each: LeakTry | undefined): string {
  return each
    ? `${each.operation.id} as ${each.caller} with Anna's ${each.kind} ${each.value} at ${each.place}`
    : "";
}
