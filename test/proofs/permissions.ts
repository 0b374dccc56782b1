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
type ExpectedAnswer = "through" | "401" | "403" | "missing";

const CALLER_LEVELS: Partial<Record<Caller, number>> = {
  viewer: 1,
  member: 2,
  admin: 3,
  owner: 4,
  key: 4,
  "key of a viewer": 1,
  super: 4,
};
const VISITOR_CALLERS: readonly Caller[] = ["visitor", "proven visitor", "visitor elsewhere"];
const REQUIRED_LEVELS = { READ: 1, WRITE: 2, ADMIN: 3, OWNER: 4 } as const;

/** Callers by rights: each may do at least what the one before may. */
const CALLERS_BY_RIGHTS: readonly Caller[] = [
  "nobody",
  "guest",
  "stranger",
  "viewer",
  "member",
  "admin",
  "owner",
  "super",
];
/** Number of other callers that are tried, besides those at the limit. */
const OTHER_CALLERS = 4;

/** The callers with just enough and just too few rights for an operation, and others in turn. */
export function someCallers(operation: Operation): Caller[] {
  const cells = CALLERS_BY_RIGHTS.map((caller) => expectedAnswer(operation, caller));
  const edges =
    operation.needs === "visitor"
      ? (["nobody", "owner", "visitor"] as const)
      : CALLERS_BY_RIGHTS.filter((_, at) =>
          [cells[at - 1], cells[at + 1]].some((next) => next !== undefined && next !== cells[at]),
        );
  const others = CALLERS.filter((caller) => !edges.some((edge) => edge === caller));
  const turn = operations.indexOf(operation) * OTHER_CALLERS;
  const some = Array.from(
    { length: OTHER_CALLERS },
    (_, count) => others[(turn + count) % others.length] ?? [],
  );
  return [...edges, ...some.flat()];
}

/** The query parameter that names the tenant, for operations that need ADMIN of it. */
const TENANT_IN_QUERY: Record<string, string> = { searchAccounts: "store_id", searchUsers: "businessId" };

/** Operations that answer 401 to requests without a visitor's session or a token. */
const TOKEN_OPERATIONS = ["getVisitorCart", "readConversation"];

/** The expected answer to a caller, by what the operation declares. */
function expectedAnswer(
  { id, needs, knowsVisitors, path, storeSession }: Operation,
  caller: Caller,
): ExpectedAnswer {
  if (TENANT_IN_QUERY[id] && CALLER_LEVELS[caller] !== undefined)
    return CALLER_LEVELS[caller] >= REQUIRED_LEVELS.ADMIN ? "through" : "403";
  if (TENANT_IN_QUERY[id] && caller === "stranger") return "missing";
  if (needs === "none") return "through";
  if (caller === "expired") return "401";
  const isVisitor = VISITOR_CALLERS.includes(caller);
  const namesTenant = /\{(store|business)Id\}/.test(path);
  if (caller === "visitor elsewhere" && namesTenant) return "401";
  if (TOKEN_OPERATIONS.includes(id)) return isVisitor ? "through" : "401";
  if (needs === "public") return "through";
  if (needs === "visitor") return isVisitor ? "through" : "401";
  if (isVisitor && knowsVisitors) return "403";
  if (caller === "nobody" || isVisitor) return "401";
  if (needs === "super") return caller === "super" ? "through" : "403";
  // A session of one store is valid only for operations that name the store.
  const isShut = caller === "person of the store" && !namesTenant && !storeSession;
  if (needs === "person" || needs === "account") {
    return isShut || (needs === "account" && caller === "guest") ? "403" : "through";
  }
  const level = CALLER_LEVELS[caller];
  if (level === undefined) return "missing";
  return level >= REQUIRED_LEVELS[needs] ? "through" : "403";
}

export type PermissionWorld = { storeId: string; callers: Record<Caller, As> };

export async function openWorld(): Promise<PermissionWorld> {
  const [store, elsewhere] = await Promise.all([openStore(), openStore()]);
  const callers = await callersOf(store, elsewhere);
  // The expired session is sent two days after it was issued.
  return {
    storeId: store.id,
    callers: { ...callers, key: callers["key of the owner"], expired: store.owner },
  };
}

/** A new store with one caller, for operations that work only once. */
async function openWorldFor(caller: Caller): Promise<{ storeId: string; as: As }> {
  const [store, elsewhere] = await Promise.all([openStore(), openStore()]);
  if (caller === "expired") return { storeId: store.id, as: store.owner };
  const kind = caller === "key" ? "key of the owner" : caller;
  return { storeId: store.id, as: await callerOf(kind, store, elsewhere) };
}

/** Whether an operation ends the store or the session whatever is sent, so that its caller needs a new store. */
function endsStoreOrSession(operation: Operation): boolean {
  const acts = operation.method !== "GET" && operation.body === undefined;
  return acts && slotsOf(operation).every(isTenantSlot);
}

/** The answers to callers of an operation, beside the expected ones. */
export async function answersOf(shared: PermissionWorld, operation: Operation, callers: readonly Caller[]) {
  const found = await Promise.all(
    callers.map(async (caller) => [caller, await answerTo(shared, operation, caller)] as const),
  );
  const expected = callers.map((caller) => [caller, expectedAnswer(operation, caller)] as const);
  return { found: Object.fromEntries(found), expected: Object.fromEntries(expected) };
}

async function answerTo(
  shared: PermissionWorld,
  operation: Operation,
  caller: Caller,
): Promise<ExpectedAnswer> {
  const isThrough = expectedAnswer(operation, caller) === "through";
  const own = { storeId: shared.storeId, as: shared.callers[caller] };
  const { storeId, as } = isThrough && endsStoreOrSession(operation) ? await openWorldFor(caller) : own;
  const slots = slotsOf(operation).map((slot) => [slot, isTenantSlot(slot) ? storeId : newId("nothing")]);
  const { status, body } = await call(operation, {
    params: Object.fromEntries(slots),
    query: { ...exampleParameters(operation), ...tenantQuery(operation, storeId) },
    // Only a caller who gets through is told that this is not JSON.
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

function tenantQuery({ id }: Operation, storeId: string): Record<string, string> {
  const name = TENANT_IN_QUERY[id];
  return name ? { [name]: storeId } : {};
}

// A missing record answers like a missing tenant: it counts as one only where a missing tenant is expected.
function isMissingTenant(operation: Operation, caller: Caller): boolean {
  const [tenant, ...others] = slotsOf(operation);
  const namesNothingElse = operation.body !== undefined || others.length === 0;
  return expectedAnswer(operation, caller) === "missing" || (isTenantSlot(tenant) && namesNothingElse);
}
