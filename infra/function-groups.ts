import { handlerOf } from "#core/http/caller.ts";
import type { Operation, Resource } from "#core/http/contract.ts";
import { DISPATCHER } from "./build-plugins.ts";
import type { Grain } from "./config.ts";
import { resourcesUsedBy } from "./function-access.ts";
import { addRoutes, baseOf, type PlacedRoute } from "./route-keys.ts";

/** The part of an operation that decides where it is deployed. */
export type PlacedOperation = Pick<Operation, "domain" | "method" | "path" | "needs" | "memory" | "uses">;

export interface EndpointGroup {
  id: string;
  /** The domain whose code and log group the function has. */
  domain: string;
  operations: readonly Operation[];
  /** Entry in the domain's asset. */
  entry: string;
  routes: readonly PlacedRoute[];
}

/** The domain with whose code administration is deployed, which means rare calls by staff. */
export const ADMINISTRATION_DOMAIN = "stores";
/** Domains too small for a shared function of their own. */
export const ADMINISTERED_DOMAINS: readonly string[] = [
  "activity",
  "businesses",
  "figures",
  "members",
  "payments",
  "promo-codes",
  "schedules",
  "setup",
  "shipping",
  "subscriptions",
  "today",
  "webhooks",
];

/** Domains that visitors seldom call share one function, deployed with the first. */
const SELDOM_CALLED: readonly string[] = ["collections", "locations", "markets"];

/** For each path prefix, the domain whose shared function answers all domains below it. */
const DOMAIN_BY_PREFIX: Readonly<Record<string, string>> = {
  "/v1/businesses/{businessId}/collections": "legacy-content",
  "/v1/businesses/{businessId}/entries": "legacy-content",
  "/v1/stores/{storeId}/contacts": "customers",
  "/v1/stores/{storeId}/orders": "orders",
  "/v1/stores/{storeId}/social-publications": "social",
};

/** Domains called so seldom that visitors' operations share a function too. */
export const SHARED_DOMAINS: readonly string[] = [
  "collections",
  "legacy-content",
  "locations",
  "markets",
  "platform",
];

const STAFF_NEEDS: readonly string[] = ["READ", "WRITE", "ADMIN", "OWNER", "account"];
/** What a shared function may access. Operations that need more only share with those that need the same. */
const SHARED_RESOURCES: readonly Resource[] = [
  "table:read",
  "table:write",
  "secrets",
  "credentials",
  "billing",
  "apps",
  "media:read",
  "media:write",
];

export function deployedDomainOf(operation: PlacedOperation): string {
  const { domain, path } = operation;
  if (!isShared(operation)) return domain;
  if (SELDOM_CALLED.includes(domain)) return SELDOM_CALLED[0] ?? domain;
  return (
    DOMAIN_BY_PREFIX[baseOf(path)] ?? (ADMINISTERED_DOMAINS.includes(domain) ? ADMINISTRATION_DOMAIN : domain)
  );
}

/** Staff operations and rarely called domains share functions, if they need no special access. */
export function isShared(operation: PlacedOperation): boolean {
  if (operation.memory !== undefined || extraResourcesOf(operation).length > 0) return false;
  return SHARED_DOMAINS.includes(operation.domain) || STAFF_NEEDS.includes(operation.needs);
}

export function endpointGroupsOf(operations: readonly Operation[], grain: Grain): EndpointGroup[] {
  const pages = pagesOf(operations);
  const key = (operation: Operation) => groupOf(operation, grain, pages);
  const groups = [...Map.groupBy(operations, key)].map(([id, list]) => {
    const [first] = list;
    const alone = first && list.length === 1 && grain === "endpoint" ? first : undefined;
    return {
      id: alone?.id ?? id,
      domain: first ? deployedDomainOf(first) : "",
      operations: list,
      entry: alone ? handlerOf(alone) : DISPATCHER,
      greedy: !alone && (grain === "domain" || list.every(isShared)),
    };
  });
  return addRoutes(groups, routePrefixOf);
}

function groupOf(operation: Operation, grain: Grain, pages: ReadonlyMap<Operation, string>): string {
  const { id, domain, needs } = operation;
  const at = deployedDomainOf(operation);
  if (grain === "domain") return `${at}Api`;
  if (isShared(operation)) return SHARED_DOMAINS.includes(at) ? `${at}Api` : `${at}Staff`;
  const page = pages.get(operation);
  if (page !== undefined || operation.memory !== undefined) return page ?? id;
  return STAFF_NEEDS.includes(needs)
    ? [`${domain}Staff`, ...extraResourcesOf(operation).map(resourceName).sort()].join("")
    : id;
}

/**
 * Operations of one path that visitors call, such as a page and its form, are one function with the id of the
 * first. Operations that need special access stay apart.
 */
function pagesOf(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const visitors = operations.filter((each) => !isShared(each) && extraResourcesOf(each).length === 0);
  const pages = new Map<Operation, string>();
  for (const list of Map.groupBy(visitors, ({ domain, path }) => `${domain} ${path}`).values()) {
    const [first] = list;
    const isPage =
      list.some(({ returns }) => returns === "html") && list.every(({ needs }) => needs === "none");
    const isOne = list.every((each) => first && handlerOf(each) === handlerOf(first));
    if (first && (isPage || isOne)) for (const each of list) pages.set(each, first.id);
  }
  return pages;
}

/** The prefix whose greedy route brings requests to an operation's function. */
function routePrefixOf(operation: Operation, path: string): string {
  const at = deployedDomainOf(operation);
  const isLeft =
    at === ADMINISTRATION_DOMAIN || (at === SELDOM_CALLED[0] && path.startsWith("/v1/storefront/"));
  return isLeft ? tenantPrefix(path) : baseOf(path);
}

/** `/v1/stores/{storeId}`, the tenant's part of a path. */
function tenantPrefix(path: string): string {
  return path.split("/").slice(0, 4).join("/");
}

function extraResourcesOf(operation: PlacedOperation): Resource[] {
  return resourcesUsedBy(operation).filter((use) => !SHARED_RESOURCES.includes(use));
}

/** `MediaRead` for `media:read`. */
function resourceName(use: Resource): string {
  return use.replace(/(?:^|:)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
