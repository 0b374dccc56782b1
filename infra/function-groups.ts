import { handlerOf } from "#core/http/caller.ts";
import type { Operation, Resource } from "#core/http/contract.ts";
import { DISPATCHER } from "./build-plugins.ts";
import type { Grain } from "./config.ts";
import { resourcesUsedBy } from "./function-access.ts";
import { addRoutes, baseOf, type PlacedRoute } from "./route-keys.ts";

/** What decides where an operation is deployed. */
export type PlacedOperation = Pick<Operation, "domain" | "method" | "path" | "needs" | "memory" | "uses">;

/** One function and the operations that it answers. */
export interface EndpointGroup {
  id: string;
  /** Where it is deployed: whose code it has, and into whose log it writes. */
  domain: string;
  operations: readonly Operation[];
  /** Handler in the domain's asset. */
  entry: string;
  routes: readonly PlacedRoute[];
}

/** Where all is deployed that people of a shop call now and then, to run it. */
export const ADMINISTRATION_DOMAIN = "stores";
/** Domains too small for a function of their own: what is shared of them is administration. */
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

/** Domains that visitors call too, but seldom: all of them is in the function of the first. */
const SELDOM: readonly string[] = ["collections", "locations", "markets"];

/** Paths below which operations of several domains are shared: the function of this domain answers them all. */
const BELOW: Readonly<Record<string, string>> = {
  "/v1/businesses/{businessId}/collections": "legacy-content",
  "/v1/businesses/{businessId}/entries": "legacy-content",
  "/v1/stores/{storeId}/contacts": "customers",
  "/v1/stores/{storeId}/orders": "orders",
  "/v1/stores/{storeId}/social-publications": "social",
};

/** Domains that are called seldom enough, by whomever, for a function to share all of them that is plain. */
export const SHARED_DOMAINS: readonly string[] = [
  "collections",
  "legacy-content",
  "locations",
  "markets",
  "platform",
];

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

/** The domain with whose code an operation is deployed, at either grain: its own, or whose function it shares. */
export function deployedDomainOf(operation: PlacedOperation): string {
  const { domain, path } = operation;
  if (!isShared(operation)) return domain;
  if (SELDOM.includes(domain)) return SELDOM[0] ?? domain;
  return BELOW[baseOf(path)] ?? (ADMINISTERED_DOMAINS.includes(domain) ? ADMINISTRATION_DOMAIN : domain);
}

/** Whether an operation shares a function: people of a shop call it, or hardly anybody does, and it touches what is plain. */
export function isShared(operation: PlacedOperation): boolean {
  if (operation.memory !== undefined || moreOf(operation).length > 0) return false;
  return SHARED_DOMAINS.includes(operation.domain) || STAFF.includes(operation.needs);
}

/** The one place that decides how many functions there are, and which of them answers what. */
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
  return addRoutes(groups, above);
}

function groupOf(operation: Operation, grain: Grain, pages: ReadonlyMap<Operation, string>): string {
  const { id, domain, needs } = operation;
  const at = deployedDomainOf(operation);
  if (grain === "domain") return `${at}Api`;
  if (isShared(operation)) return SHARED_DOMAINS.includes(at) ? `${at}Api` : `${at}Staff`;
  const page = pages.get(operation);
  if (page !== undefined || operation.memory !== undefined) return page ?? id;
  return STAFF.includes(needs) ? [`${domain}Staff`, ...moreOf(operation).map(named).sort()].join("") : id;
}

/**
 * What is one thing to a visitor has one function: a page and what its button does, and what two methods ask for. They have
 * one path, and touch what is plain. The function has the id of the first of them.
 */
function pagesOf(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const visitors = operations.filter((each) => !isShared(each) && moreOf(each).length === 0);
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

/** The path whose greedy route an operation comes by: a few functions answer all that is left below a tenant. */
function above(operation: Operation, path: string): string {
  const at = deployedDomainOf(operation);
  const isLeft = at === ADMINISTRATION_DOMAIN || (at === SELDOM[0] && path.startsWith("/v1/storefront/"));
  return isLeft ? tenantIn(path) : baseOf(path);
}

/** `/v1/stores/{storeId}` for all below it. */
function tenantIn(path: string): string {
  return path.split("/").slice(0, 4).join("/");
}

function moreOf(operation: PlacedOperation): Resource[] {
  return resourcesUsedBy(operation).filter((use) => !PLAIN.includes(use));
}

/** `MediaRead` for `media:read`. */
function named(use: Resource): string {
  return use.replace(/(?:^|:)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
