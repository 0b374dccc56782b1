import assert from "node:assert/strict";
import { isTenantSlot, type Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { operations } from "#functions/manifest.ts";
import { CALLERS, type Caller } from "#test/support/callers.ts";
import type { As } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { bodyFor, type FurnishedStore, paramsOf } from "#test/support/furnish.ts";
import { inParallel } from "#test/support/random.ts";

export type StorePair = { mine: FurnishedStore; theirs: FurnishedStore; callers: Record<Caller, As> };

/** A path slot for an id, with another tenant's id and an unknown one for it. */
interface IdPlace {
  slot: string;
  theirs: Record<string, string>;
  nobodys: Record<string, string>;
  callers: readonly Caller[];
}

/**
 * Asks every operation for another tenant's records and for unknown ones: except for the ids sent, the answers are
 * equal byte for byte.
 *
 * @param most callers for each place: those with most rights, and the others in turn
 * @returns how many pairs of answers were compared
 */
export async function compareAnswers(stores: StorePair, most = Infinity): Promise<number> {
  const places = operations.flatMap((operation) =>
    idPlacesOf(operation, stores).map((place) => ({ operation, place })),
  );
  const cells = places.flatMap(({ operation, place }, turn) =>
    someCallersOf(operation, place.callers, turn, most).map((caller) => ({ operation, place, caller })),
  );
  await inParallel(cells.length, 8, async (index) => {
    const { operation, place, caller } = cells[index] ?? {};
    if (!operation || !place || !caller) return;
    const as = stores.callers[caller];
    const [found, none] = [
      await answerOf(operation, place.theirs, stores, as),
      await answerOf(operation, place.nobodys, stores, as),
    ];
    assert.deepEqual(found, none, `${operation.id} as ${caller}, ${place.slot} of another`);
    // An equal answer must also be a refusal.
    assert.ok(Number(found[0]) >= 400, `${operation.id} as ${caller} answered ${found.join(" ")}`);
  });
  return cells.length;
}

/** The caller who may call the operation in their own store, and others in turn. */
function someCallersOf(
  { needs }: Operation,
  callers: readonly Caller[],
  turn: number,
  most: number,
): Caller[] {
  if (most >= callers.length) return [...callers];
  const wanted: Caller = needs === "visitor" ? "visitor" : needs === "super" ? "super" : "owner";
  const first = callers.includes(wanted) ? wanted : "stranger";
  const others = callers.filter((caller) => caller !== first);
  return [
    first,
    ...Array.from(
      { length: most - 1 },
      (_, count) => others[(turn * (most - 1) + count) % others.length] ?? first,
    ),
  ];
}

function idPlacesOf(operation: Operation, { mine, theirs }: StorePair): IdPlace[] {
  const slots = slotsOf(operation);
  const tenant = slots.find(isTenantSlot);
  const own = paramsOf(operation, mine.ids);
  const others = paramsOf(operation, theirs.ids);
  const records = slots.filter((slot) => !isTenantSlot(slot) && theirs.ids[slot] !== undefined);
  const guarded = ["READ", "WRITE", "ADMIN", "OWNER"].includes(operation.needs);
  const places: IdPlace[] = [];
  // Staff of the platform may read every tenant.
  const strangers = CALLERS.filter((caller) => caller !== "super");
  if (tenant && guarded) {
    const nobodys = { ...others, [tenant]: newId("store") };
    places.push({ slot: tenant, theirs: others, nobodys, callers: strangers });
  }
  // Public records outside a tenant are no secret.
  if (!tenant && ["none", "public"].includes(operation.needs)) return places;
  for (const slot of records) {
    const id = theirs.ids[slot] ?? "";
    const nobodys = { ...own, [slot]: newId(id.slice(0, id.lastIndexOf("_"))) };
    const callers = tenant ? CALLERS : strangers;
    places.push({ slot, theirs: { ...own, [slot]: id }, nobodys, callers });
  }
  return places;
}

async function answerOf(operation: Operation, params: Record<string, string>, { mine }: StorePair, as: As) {
  const isJson = operation.body !== undefined && (operation.bodyKind ?? "json") === "json";
  const reply = await invokeDirect(operation, {
    params,
    query: exampleParameters(operation),
    ...(isJson ? { body: JSON.stringify(bodyFor(operation, mine.ids)) } : {}),
    ...as,
  });
  const headers = Object.entries(reply.headers)
    .filter(([name]) => name !== "x-request-id" && !name.startsWith("ratelimit"))
    .sort();
  return [reply.status, withoutSentIds(reply.body, params), JSON.stringify(headers)];
}

/** An answer without the ids and keys that the caller has sent. */
export function withoutSentIds(
  text: string,
  sent: Readonly<Record<string, unknown>> | readonly string[],
): string {
  // Longest first, as one value may be a prefix of another.
  const values = Object.values(sent)
    .filter((value) => typeof value === "string" && value !== "")
    .sort((a, b) => String(b).length - String(a).length);
  return values.reduce<string>((rest, value) => rest.replaceAll(String(value), "(as sent)"), text);
}
