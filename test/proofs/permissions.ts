import { isTenantSlot, type Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import { operations } from "#functions/manifest.ts";
import { callerOf, callersOf } from "#test/support/callers.ts";
import { type As, call } from "#test/support/client.ts";
import { exampleParameters, slotsOf } from "#test/support/fixtures.ts";
import { openStore } from "#test/support/world.ts";

export const CALLERS = [
  "nobody",
  "expired",
  "guest",
  "visitor",
  "stranger",
  "viewer",
  "member",
  "admin",
  "owner",
  "key",
  "key of a viewer",
  "proven visitor",
  "visitor elsewhere",
  "person of the store",
  "super",
] as const;
type Caller = (typeof CALLERS)[number];
type Cell = "through" | "401" | "403" | "missing";

const LEVEL: Partial<Record<Caller, number>> = {
  viewer: 1,
  member: 2,
  admin: 3,
  owner: 4,
  key: 4,
  "key of a viewer": 1,
  super: 4,
};
const VISITORS: readonly Caller[] = ["visitor", "proven visitor", "visitor elsewhere"];
const NEEDED = { READ: 1, WRITE: 2, ADMIN: 3, OWNER: 4 } as const;

/** Each may do what the one before may, or more. */
const LADDER: readonly Caller[] = [
  "nobody",
  "guest",
  "stranger",
  "viewer",
  "member",
  "admin",
  "owner",
  "super",
];
/** How many of the others ask. */
const SOME = 4;

/** Callers on both sides of where an operation answers otherwise, and others in turn, so that each meets many. */
export function someCallers(operation: Operation): Caller[] {
  const cells = LADDER.map((caller) => cell(operation, caller));
  const edges = LADDER.filter((_, at) =>
    [cells[at - 1], cells[at + 1]].some((next) => next !== undefined && next !== cells[at]),
  );
  const others = CALLERS.filter((caller) => !edges.includes(caller));
  const turn = operations.indexOf(operation) * SOME;
  const some = Array.from({ length: SOME }, (_, count) => others[(turn + count) % others.length] ?? []);
  return [...edges, ...some.flat()];
}

/** Operations that name their tenant in the query, and need ADMIN of it: their own check comes after the table's. */
const IN_QUERY: Record<string, string> = { searchAccounts: "store_id", searchUsers: "businessId" };

/** Operations that a token in the request opens besides a contact session: without either, their own check is a 401. */
const BY_TOKEN = ["getVisitorCart", "readConversation"];

/** The permission table: what a caller gets of an operation, by what it declares. */
function cell({ id, needs, knowsVisitors, path, storeSession }: Operation, caller: Caller): Cell {
  if (IN_QUERY[id] && LEVEL[caller] !== undefined) return LEVEL[caller] >= NEEDED.ADMIN ? "through" : "403";
  if (IN_QUERY[id] && caller === "stranger") return "missing";
  if (needs === "none") return "through";
  if (caller === "expired") return "401";
  const isVisitor = VISITORS.includes(caller);
  const namesTenant = /\{(store|business)Id\}/.test(path);
  if (caller === "visitor elsewhere" && namesTenant) return "401";
  if (BY_TOKEN.includes(id)) return isVisitor ? "through" : "401";
  if (needs === "public") return "through";
  if (needs === "visitor") return isVisitor ? "through" : "401";
  if (isVisitor && knowsVisitors) return "403";
  if (caller === "nobody" || isVisitor) return "401";
  if (needs === "super") return caller === "super" ? "through" : "403";
  // A session for one store alone is for what names that store.
  const isShut = caller === "person of the store" && !namesTenant && !storeSession;
  if (needs === "person" || needs === "account") {
    return isShut || (needs === "account" && caller === "guest") ? "403" : "through";
  }
  const level = LEVEL[caller];
  if (level === undefined) return "missing";
  return level >= NEEDED[needs] ? "through" : "403";
}

export interface World {
  storeId: string;
  callers: Record<Caller, As>;
}

export async function newWorld(): Promise<World> {
  const [store, elsewhere] = await Promise.all([openStore(), openStore()]);
  const callers = await callersOf(store, elsewhere);
  // Called two days later than it was made.
  return {
    storeId: store.id,
    callers: { ...callers, key: callers["key of the owner"], expired: store.owner },
  };
}

/** A store with the caller of a kind, for what can be done once. */
async function worldOf(caller: Caller): Promise<{ storeId: string; as: As }> {
  const [store, elsewhere] = await Promise.all([openStore(), openStore()]);
  if (caller === "expired") return { storeId: store.id, as: store.owner };
  const kind = caller === "key" ? "key of the owner" : caller;
  return { storeId: store.id, as: await callerOf(kind, store, elsewhere) };
}

/** An operation that changes the store or the caller whatever is sent: who gets through has a world of their own. */
function ends(operation: Operation): boolean {
  const acts = operation.method !== "GET" && operation.body === undefined;
  return acts && slotsOf(operation).every(isTenantSlot);
}

/** What callers get of an operation, and what the table says that they get. */
export async function cellsOf(shared: World, operation: Operation, callers: readonly Caller[]) {
  const found = await Promise.all(
    callers.map(async (caller) => [caller, await ask(shared, operation, caller)] as const),
  );
  const expected = callers.map((caller) => [caller, cell(operation, caller)] as const);
  return { found: Object.fromEntries(found), expected: Object.fromEntries(expected) };
}

async function ask(shared: World, operation: Operation, caller: Caller): Promise<Cell> {
  const isThrough = cell(operation, caller) === "through";
  const own = { storeId: shared.storeId, as: shared.callers[caller] };
  const { storeId, as } = isThrough && ends(operation) ? await worldOf(caller) : own;
  const slots = slotsOf(operation).map((slot) => [slot, isTenantSlot(slot) ? storeId : newId("nothing")]);
  const { status, body } = await call(operation, {
    params: Object.fromEntries(slots),
    query: { ...exampleParameters(operation), ...inQuery(operation, storeId) },
    // Who gets through is told that this is no JSON; the others are not.
    ...(operation.body ? { raw: "{" } : {}),
    as,
    ...(caller === "expired" ? { at: Math.floor(Date.now() / 1000) + 2 * 24 * 3600 } : {}),
  });
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : "";
  if (error === "GENERAL.UNAUTHENTICATED") return "401";
  if (error === "GENERAL.FORBIDDEN") return "403";
  const missing = status === 404 ? error === "GENERAL.NOT_FOUND" : error === "BUSINESS.NOT_FOUND";
  return missing && isMissingTenant(operation, caller) ? "missing" : "through";
}

function inQuery({ id }: Operation, storeId: string): Record<string, string> {
  const name = IN_QUERY[id];
  return name ? { [name]: storeId } : {};
}

// A record that is not there gets the same answer as a tenant that is not: only where the table says so is it taken for one.
function isMissingTenant(operation: Operation, caller: Caller): boolean {
  const [tenant, ...others] = slotsOf(operation);
  const namesNothingElse = operation.body !== undefined || others.length === 0;
  return cell(operation, caller) === "missing" || (isTenantSlot(tenant) && namesNothingElse);
}
