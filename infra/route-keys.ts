import { pathsOf } from "#core/http/caller.ts";
import type { Operation } from "#core/http/contract.ts";

export interface Route {
  /** First part of the logical id. */
  id: string;
  /** `GET /v1/…`, `ANY /v1/…` or `$default`. */
  key: string;
}

export interface PlacedRoute extends Route {
  /** The folder of the operation. Its stack keeps the route, also when another area's function answers it. */
  folder: string;
}

interface RoutedFunction {
  id: string;
  operations: readonly Operation[];
  /** Whether it takes all requests below a path that have no route of their own. */
  greedy: boolean;
}

interface RouteKey extends PlacedRoute {
  method: string;
  path: string;
  /** Id of the function that has the operation. */
  owner: string;
}

/** Path prefixes that a tenant's id follows. */
const TENANT_PREFIXES = new Set(["stores", "businesses", "storefront"]);

/**
 * Adds the routes of each function. Since API Gateway prefers a full path to a greedy one, and a longer
 * greedy one to a shorter, a shared function has one greedy route, and others keep full paths. Several
 * methods of one path become `ANY`. `above`: the prefix whose greedy route takes an operation.
 */
export function addRoutes<G extends RoutedFunction>(
  groups: readonly G[],
  above: (operation: Operation, path: string) => string,
): (G & { routes: PlacedRoute[] })[] {
  const bases = ownersOf(groups, above);
  const keys = groups.flatMap(keysOf);
  const isGreedy = (key: RouteKey) => nearestBase(bases, key.path)?.owner === key.owner;
  const whole = keys.filter((key) => !isGreedy(key));
  // A slot can match the fixed part of another path, so such a path needs a route of its own.
  const kept = keys.filter((key) => isGreedy(key) && whole.some((other) => catchesPathOf(other, key)));
  const left = new Set(keys.filter((key) => isGreedy(key) && !kept.includes(key)).map(({ path }) => path));
  const all = [...whole, ...kept];
  return groups.map((group) => {
    const mine = all.filter(({ owner }) => owner === group.id);
    const joins = (path: string) =>
      ownerOfAny(all, path) === group.id && ![...left].some((other) => matchesPath(path, other));
    const below = [...bases].filter(([, { owner }]) => owner === group.id);
    return {
      ...group,
      routes: [
        ...[...Map.groupBy(mine, ({ path }) => path)].flatMap(([path, list]) =>
          mergeMethods(list, joins(path)),
        ),
        ...below.map(([base, { folder }]) => ({ id: greedyIdOf(base), key: `ANY ${base}/{proxy+}`, folder })),
      ],
    };
  });
}

// `ANY` must not catch requests that another function's greedy route should get, also through a path slot.
function mergeMethods(list: readonly RouteKey[], joins: boolean): PlacedRoute[] {
  const [first] = list;
  if (first && list.length > 1 && joins)
    return [{ id: first.id, key: `ANY ${first.path}`, folder: first.folder }];
  return list.map(({ id, key, folder }) => ({ id, key, folder }));
}

/** The function that gets `ANY` for a path: the first with several of its methods. */
function ownerOfAny(keys: readonly RouteKey[], path: string): string | undefined {
  const here = Map.groupBy(
    keys.filter((key) => key.path === path),
    ({ owner }) => owner,
  );
  return [...here].find(([, list]) => list.length > 1)?.[0];
}

/** One key for each path of an operation. Aliases are numbered, so that a new one renames no route. */
function keysOf({ id: owner, operations }: RoutedFunction): RouteKey[] {
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

/** Id of the function behind a greedy route, and the folder whose stack has the route. */
type GreedyRoute = { owner: string; folder: string };

/**
 * The function that answers all requests below a path: the one with an operation at the path, else the one with
 * the most paths below it. The order of stacks has no influence.
 */
function ownersOf(
  groups: readonly RoutedFunction[],
  above: (operation: Operation, path: string) => string,
): ReadonlyMap<string, GreedyRoute> {
  const claims = groups
    .filter(({ greedy }) => greedy)
    .flatMap(({ id, operations }) =>
      operations.flatMap((operation) =>
        pathsOf(operation).map((path) => ({ id, path, base: above(operation, path), operation })),
      ),
    );
  const at = new Map(groups.flatMap(keysOf).map(({ path, folder }) => [path, folder]));
  const owners = new Map<string, GreedyRoute>();
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

function nearestBase(bases: ReadonlyMap<string, GreedyRoute>, path: string): GreedyRoute | undefined {
  const above = [...bases.keys()].filter((base) => isBelow(base, path));
  const [longest] = above.sort((one, other) => other.length - one.length);
  return longest === undefined ? undefined : bases.get(longest);
}

function isBelow(base: string, path: string): boolean {
  return path.startsWith(`${base}/`);
}

function catchesPathOf(other: RouteKey, { path, method, owner }: RouteKey): boolean {
  return (
    other.owner !== owner && other.method === method && other.path !== path && matchesPath(other.path, path)
  );
}

/** Whether one path matches another, where a slot matches any part. */
function matchesPath(path: string, other: string): boolean {
  const [own, parts] = [path.split("/"), other.split("/")];
  return (
    own.length === parts.length && own.every((part, index) => part.startsWith("{") || part === parts[index])
  );
}

/**
 * The prefix of a path up to the first fixed part after the tenant, such as `/v1/stores/{storeId}/orders`.
 * Without a tenant it is the first part, such as `/v1/accounts`.
 */
export function baseOf(path: string): string {
  const [, version, family = "", tenant = "", domain] = path.split("/");
  if (!TENANT_PREFIXES.has(family)) return `/${version}/${family}`;
  const named = `/${version}/${family}/${tenant}`;
  return tenant.startsWith("{") && domain ? `${named}/${domain}` : named;
}

/** `belowStoresOrders`, or `belowAllStorefrontForms` where the path has no tenant's id. */
function greedyIdOf(base: string): string {
  const [, , family = ""] = base.split("/");
  return `below${TENANT_PREFIXES.has(family) && !base.includes("{") ? "All" : ""}${nameOf(base)}`;
}

/** `StoresOrders` for `/v1/stores/{storeId}/orders`. */
function nameOf(base: string): string {
  const words = base.split(/[/-]/).filter((part) => /^[a-z]/.test(part) && part !== "v1");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
