import { handlerOf, pathsOf } from "#core/http/caller.ts";
import type { Operation, Resource } from "#core/http/contract.ts";
import { DISPATCHER } from "./build-plugins.ts";
import type { Grain } from "./config.ts";
import { usesOf } from "./declared.ts";

/** One function and the operations that it answers. */
export interface Group {
  id: string;
  domain: string;
  operations: readonly Operation[];
  /** Handler in the domain's asset. */
  entry: string;
  /** Paths below which it answers all that no route of another function names. */
  below: readonly string[];
  /** Paths below which another function answers all that no route names. */
  elsewhere: readonly string[];
}

/**
 * Domains whose operations are all a function each. In every other domain the operations that only people of a shop
 * call share one; those that its visitors call stay a function each.
 */
export const APART: readonly string[] = ["auth", "users", "schedules", "reservations", "scripts"];

/** Domains that are called seldom enough, by whomever, for one function to answer all of what is plain. */
export const WHOLE: readonly string[] = ["collections", "legacy-content", "locations", "markets", "platform"];

const STAFF: readonly string[] = ["READ", "WRITE", "ADMIN", "OWNER", "account"];
/** What a shared function may touch: operations that need more share one only with those that need the same. */
const PLAIN: readonly Resource[] = [
  "table:read",
  "table:write",
  "secrets",
  "credentials",
  "billing",
  "apps",
  "media:read",
  "media:write",
];

/**
 * The one place that decides how many functions there are, and which of them answers what.
 *
 * @param operations all of an API: which function has a path below it depends on the others
 */
export function groupsOf(operations: readonly Operation[], grain: Grain): Group[] {
  const key = (operation: Operation) => groupOf(operation, grain);
  const groups = [...Map.groupBy(operations, key)].map(([id, list]): Group => {
    const [first] = list;
    const alone = first && list.length === 1 && grain === "endpoint" ? first : undefined;
    const entry = alone ? handlerOf(alone) : DISPATCHER;
    return { id: alone?.id ?? id, domain: first?.domain ?? "", operations: list, entry, ...NOWHERE };
  });
  const owners = ownersOf(groups, operations);
  return groups.map((group) => {
    const [below, elsewhere] = [true, false].map((own) =>
      [...owners].filter(([, owner]) => (owner === group.id) === own).map(([base]) => base),
    );
    return { ...group, below: below ?? [], elsewhere: elsewhere ?? [] };
  });
}

const NOWHERE = { below: [], elsewhere: [] };

/**
 * The routes of a function. One that dispatches has one route for all that lies below a path of its domain: API Gateway
 * prefers a whole path to a greedy one, so that other functions keep theirs. Of what is left it has one a path where it has
 * several of the path's methods, unless those that it has not are another function's greedy route's.
 */
export function routesOf({ operations, below, elsewhere }: Group): { id: string; key: string }[] {
  const isIn = (bases: readonly string[], path: string) => bases.some((base) => path.startsWith(`${base}/`));
  const keys = keysOf(operations).filter(({ path }) => !isIn(below, path));
  const whole = [...Map.groupBy(keys, ({ path }) => path)].flatMap(([path, list]) => {
    const [first] = list;
    if (first && list.length > 1 && !isIn(elsewhere, path)) return [{ id: first.id, key: `ANY ${path}` }];
    return list.map(({ id, method }) => ({ id, key: `${method} ${path}` }));
  });
  return [...whole, ...below.map((base) => ({ id: `below${nameOf(base)}`, key: `ANY ${base}/{proxy+}` }))];
}

/** Each path of operations; a further one is named by its place, so that what is added renames no route. */
function keysOf(operations: readonly Operation[]): { id: string; method: string; path: string }[] {
  return operations.flatMap((operation) =>
    pathsOf(operation).map((path, index) => ({
      id: index === 0 ? operation.id : `${operation.id}At${nameOf(path)}`,
      method: operation.method,
      path,
    })),
  );
}

/** Families of paths whose next part names a tenant. */
const TENANTS = new Set(["stores", "businesses", "storefront"]);

/** Fewer routes below a path than these are not worth a greedy one. */
const WORTH = 2;

/**
 * Who answers all below a path: the function of the domain whose path it is that has the most there. It depends on the
 * manifest alone, and not on the order of stacks.
 */
function ownersOf(groups: readonly Group[], operations: readonly Operation[]): Map<string, string> {
  const owners = new Map<string, string>();
  const bases = Map.groupBy(operations, ({ path }) => baseOf(path));
  for (const [base, list] of bases) {
    if (base === undefined) continue;
    const owner = (list.find(({ path }) => path === base) ?? list[0])?.domain;
    const shared = groups.filter(({ domain, entry }) => domain === owner && entry === DISPATCHER);
    const counted = shared.map((group) => ({ id: group.id, routes: routesBelow(group, base) }));
    const [most] = counted.toSorted((one, other) => other.routes - one.routes);
    if (most && most.routes >= WORTH) owners.set(base, most.id);
  }
  return owners;
}

function routesBelow(group: Group, base: string): number {
  const below = group.operations.filter(({ path }) => path.startsWith(`${base}/`));
  return routesOf({ ...group, ...NOWHERE, operations: below }).length;
}

/**
 * `/v1/stores/{storeId}/orders` for it and what lies below it: as far as the first fixed part behind the tenant. Tenants
 * themselves have none: all domains lie below them.
 */
function baseOf(path: string): string | undefined {
  const [, version, family = "", tenant = "", domain] = path.split("/");
  if (!TENANTS.has(family))
    return tenant ? `/${version}/${family}/${tenant}`.replace(/\/\{\w+\}$/, "") : path;
  if (!tenant.startsWith("{")) return `/${version}/${family}/${tenant}`;
  return domain && `/${version}/${family}/${tenant}/${domain}`;
}

/** `StoresOrders` for `/v1/stores/{storeId}/orders`. */
function nameOf(base: string): string {
  const words = base.split(/[/-]/).filter((part) => /^[a-z]/.test(part) && part !== "v1");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function groupOf(operation: Operation, grain: Grain): string {
  const { id, domain, needs } = operation;
  if (grain === "domain") return `${domain}Api`;
  const more = usesOf(operation).filter((use) => !PLAIN.includes(use));
  if (operation.memory !== undefined || APART.includes(domain)) return id;
  if (WHOLE.includes(domain) && more.length === 0) return `${domain}Api`;
  return STAFF.includes(needs) ? [`${domain}Staff`, ...more.map(named).sort()].join("") : id;
}

/** `MediaRead` for `media:read`. */
function named(use: Resource): string {
  return use.replace(/(?:^|:)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
