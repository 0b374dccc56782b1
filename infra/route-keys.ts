import { pathsOf } from "#core/http/caller.ts";
import type { Operation } from "#core/http/contract.ts";

export interface Route {
  /** Begins the logical id. */
  id: string;
  /** `GET /v1/…`, `ANY /v1/…` or `$default`. */
  key: string;
}

/** A route of operations. */
export interface PlacedRoute extends Route {
  /** Of the operation at its path, whichever function answers: the route stays there when another one does. */
  folder: string;
}

interface Answering {
  id: string;
  operations: readonly Operation[];
  /** Whether it answers all below a path that no other function has a route to. */
  greedy: boolean;
}

interface Key extends PlacedRoute {
  method: string;
  path: string;
  /** Of the function. */
  owner: string;
}

/** Families of paths whose next part names a tenant. */
const TENANTS = new Set(["stores", "businesses", "storefront"]);

/**
 * Adds the routes of each function. API Gateway prefers a whole path to a greedy one, and a longer greedy one to a
 * shorter. So a function that shares has one greedy route for all that lies below a path, and the others keep their
 * whole ones. A whole path with several methods of one function is one route of any method.
 *
 * @param above the path whose greedy route an operation is to come by, at one of its paths
 */
export function addRoutes<G extends Answering>(
  groups: readonly G[],
  above: (operation: Operation, path: string) => string,
): (G & { routes: PlacedRoute[] })[] {
  const bases = ownersOf(groups, above);
  const keys = groups.flatMap(keysOf);
  const isGreedy = (key: Key) => nearest(bases, key.path)?.owner === key.owner;
  const whole = keys.filter((key) => !isGreedy(key));
  // A slot of a whole path takes the fixed part of another path, too: that one stands as a whole beside it.
  const kept = keys.filter((key) => isGreedy(key) && whole.some((other) => takes(other, key)));
  const left = new Set(keys.filter((key) => isGreedy(key) && !kept.includes(key)).map(({ path }) => path));
  const all = [...whole, ...kept];
  return groups.map((group) => {
    const mine = all.filter(({ owner }) => owner === group.id);
    const joins = (path: string) =>
      ownerOfAny(all, path) === group.id && ![...left].some((other) => fits(path, other));
    const below = [...bases].filter(([, { owner }]) => owner === group.id);
    return {
      ...group,
      routes: [
        ...[...Map.groupBy(mine, ({ path }) => path)].flatMap(([path, list]) => joined(list, joins(path))),
        ...below.map(([base, { folder }]) => ({ id: belowOf(base), key: `ANY ${base}/{proxy+}`, folder })),
      ],
    };
  });
}

// One of any method would take what is left to the greedy route of another function, also by a slot of its path.
function joined(list: readonly Key[], joins: boolean): PlacedRoute[] {
  const [first] = list;
  if (first && list.length > 1 && joins)
    return [{ id: first.id, key: `ANY ${first.path}`, folder: first.folder }];
  return list.map(({ id, key, folder }) => ({ id, key, folder }));
}

/** The one function that may have all methods of a path that no other names: the first that has several of them. */
function ownerOfAny(keys: readonly Key[], path: string): string | undefined {
  const here = Map.groupBy(
    keys.filter((key) => key.path === path),
    ({ owner }) => owner,
  );
  return [...here].find(([, list]) => list.length > 1)?.[0];
}

/** Each path of operations; a further one is named by its place, so that what is added renames no route. */
function keysOf({ id: owner, operations }: Answering): Key[] {
  return operations.flatMap((operation) =>
    pathsOf(operation).map((path, index) => ({
      id: index === 0 ? operation.id : `${operation.id}At${nameOf(path)}`,
      key: `${operation.method} ${path}`,
      method: operation.method,
      path,
      folder: operation.folder,
      owner,
    })),
  );
}

/** Who answers all below a path, and where the route to it stands. */
interface Base {
  owner: string;
  folder: string;
}

/**
 * Who answers all below a path: the function that has an operation at the path itself, else the one with most below it. It
 * depends on the manifest alone, and not on the order of stacks.
 */
function ownersOf(
  groups: readonly Answering[],
  above: (operation: Operation, path: string) => string,
): ReadonlyMap<string, Base> {
  const claims = groups
    .filter(({ greedy }) => greedy)
    .flatMap(({ id, operations }) =>
      operations.flatMap((operation) =>
        pathsOf(operation).map((path) => ({ id, path, base: above(operation, path), operation })),
      ),
    );
  const at = new Map(groups.flatMap(keysOf).map(({ path, folder }) => [path, folder]));
  const owners = new Map<string, Base>();
  for (const [base, list] of Map.groupBy(claims, (claim) => claim.base)) {
    const weight = (id: string) => {
      const paths = new Set(list.filter((claim) => claim.id === id).map(({ path }) => path));
      return paths.has(base) ? Number.POSITIVE_INFINITY : paths.size;
    };
    const ids = new Set(list.filter(({ path }) => isBelow(base, path)).map(({ id }) => id));
    const [owner] = [...ids].sort((one, other) => weight(other) - weight(one));
    const folder = at.get(base) ?? list[0]?.operation.folder;
    if (owner !== undefined && folder !== undefined) owners.set(base, { owner, folder });
  }
  return owners;
}

function nearest(bases: ReadonlyMap<string, Base>, path: string): Base | undefined {
  const above = [...bases.keys()].filter((base) => isBelow(base, path));
  const [longest] = above.sort((one, other) => other.length - one.length);
  return longest === undefined ? undefined : bases.get(longest);
}

function isBelow(base: string, path: string): boolean {
  return path.startsWith(`${base}/`);
}

function takes(other: Key, { path, method, owner }: Key): boolean {
  return other.owner !== owner && other.method === method && other.path !== path && fits(other.path, path);
}

/** Whether a path takes another, as it is or by its slots. */
function fits(path: string, other: string): boolean {
  const [own, parts] = [path.split("/"), other.split("/")];
  return (
    own.length === parts.length && own.every((part, index) => part.startsWith("{") || part === parts[index])
  );
}

/**
 * `/v1/stores/{storeId}/orders` for it and what lies below it: as far as the first fixed part behind the tenant. Where a
 * path has no tenant, as far as its first part, `/v1/accounts`.
 */
export function baseOf(path: string): string {
  const [, version, family = "", tenant = "", domain] = path.split("/");
  if (!TENANTS.has(family)) return `/${version}/${family}`;
  const named = `/${version}/${family}/${tenant}`;
  return tenant.startsWith("{") && domain ? `${named}/${domain}` : named;
}

/** `belowStoresOrders`; where a path names no tenant in a family of tenants, `belowAllStorefrontForms`. */
function belowOf(base: string): string {
  const [, , family = ""] = base.split("/");
  return `below${TENANTS.has(family) && !base.includes("{") ? "All" : ""}${nameOf(base)}`;
}

/** `StoresOrders` for `/v1/stores/{storeId}/orders`. */
function nameOf(base: string): string {
  const words = base.split(/[/-]/).filter((part) => /^[a-z]/.test(part) && part !== "v1");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
