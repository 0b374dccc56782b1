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

export interface Stores {
  mine: FurnishedStore;
  theirs: FurnishedStore;
  callers: Record<Caller, As>;
}

/** One place that an id of another's may stand in, and what stands there that is nobody's. */
interface Place {
  slot: string;
  theirs: Record<string, string>;
  nobodys: Record<string, string>;
  callers: readonly Caller[];
}

/**
 * Asks every operation for what is another tenant's, and for what is nobody's: the answers are the same, byte for byte,
 * but for the ids that the caller itself has sent.
 *
 * @param most callers that ask for each thing: those who get furthest, and the others in turn
 * @returns how many pairs of answers were compared
 */
export async function compareAnswers(stores: Stores, most = Infinity): Promise<number> {
  const places = operations.flatMap((operation) =>
    placesOf(operation, stores).map((place) => ({ operation, place })),
  );
  const cells = places.flatMap(({ operation, place }, turn) =>
    someOf(operation, place.callers, turn, most).map((caller) => ({ operation, place, caller })),
  );
  await inParallel(cells.length, 8, async (index) => {
    const { operation, place, caller } = cells[index] ?? {};
    if (!operation || !place || !caller) return;
    const as = stores.callers[caller];
    const [found, none] = [
      await answer(operation, place.theirs, stores, as),
      await answer(operation, place.nobodys, stores, as),
    ];
    assert.deepEqual(found, none, `${operation.id} as ${caller}, ${place.slot} of another`);
    // What a caller may not have is refused: an answer that is the same for both and a success would be of neither.
    assert.ok(Number(found[0]) >= 400, `${operation.id} as ${caller} answered ${found.join(" ")}`);
  });
  return cells.length;
}

/** The caller who may call an operation in a store of their own, and others in turn, so that each meets many operations. */
function someOf({ needs }: Operation, callers: readonly Caller[], turn: number, most: number): Caller[] {
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

function placesOf(operation: Operation, { mine, theirs }: Stores): Place[] {
  const slots = slotsOf(operation);
  const tenant = slots.find(isTenantSlot);
  const own = paramsOf(operation, mine.ids);
  const others = paramsOf(operation, theirs.ids);
  const records = slots.filter((slot) => !isTenantSlot(slot) && theirs.ids[slot] !== undefined);
  const guarded = ["READ", "WRITE", "ADMIN", "OWNER"].includes(operation.needs);
  const places: Place[] = [];
  // The platform's staff may have everything of everybody.
  const strangers = CALLERS.filter((caller) => caller !== "super");
  if (tenant && guarded) {
    const nobodys = { ...others, [tenant]: newId("store") };
    places.push({ slot: tenant, theirs: others, nobodys, callers: strangers });
  }
  // What a path without a tenant names for everybody is no secret.
  if (!tenant && ["none", "public"].includes(operation.needs)) return places;
  for (const slot of records) {
    const id = theirs.ids[slot] ?? "";
    const nobodys = { ...own, [slot]: newId(id.slice(0, id.lastIndexOf("_"))) };
    const callers = tenant ? CALLERS : strangers;
    places.push({ slot, theirs: { ...own, [slot]: id }, nobodys, callers });
  }
  return places;
}

async function answer(operation: Operation, params: Record<string, string>, { mine }: Stores, as: As) {
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
  return [reply.status, withoutSent(reply.body, params), JSON.stringify(headers)];
}

/** A text of an answer in which the ids and keys that the caller itself has sent stand no more. */
export function withoutSent(
  text: string,
  sent: Readonly<Record<string, unknown>> | readonly string[],
): string {
  // One may be the beginning of another.
  const values = Object.values(sent)
    .filter((value) => typeof value === "string" && value !== "")
    .sort((a, b) => String(b).length - String(a).length);
  return values.reduce<string>((rest, value) => rest.replaceAll(String(value), "(as sent)"), text);
}
