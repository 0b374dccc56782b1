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
}

/**
 * Domains whose operations are all a function each. In every other domain the operations that only people of a shop
 * call share one; those that its visitors call stay a function each.
 */
export const APART: readonly string[] = ["auth", "users", "schedules", "reservations", "payments", "scripts"];

/** Domains that are called seldom enough, by whomever, for one function to answer all of what is plain. */
export const WHOLE: readonly string[] = ["collections", "legacy-content", "platform"];

const STAFF: readonly string[] = ["READ", "WRITE", "ADMIN", "OWNER", "account"];
/** What a shared function may touch: operations that need more share one only with those that need the same. */
const PLAIN: readonly Resource[] = ["table:read", "table:write", "secrets"];

/** The one place that decides how many functions there are. */
export function groupsOf(operations: readonly Operation[], grain: Grain): Group[] {
  const key = (operation: Operation) => groupOf(operation, grain);
  return [...Map.groupBy(operations, key)].map(([id, list]) => {
    const [first] = list;
    const { domain = "", id: only = id } = first ?? {};
    const alone = list.length === 1 && grain === "endpoint";
    return { id: alone ? only : id, domain, operations: list, entry: alone ? only : DISPATCHER };
  });
}

/** The routes of a function: one a path where it has several of the path's methods, which leaves more of an API's 300. */
export function routesOf({ operations }: Group): { id: string; key: string }[] {
  return [...Map.groupBy(operations, ({ path }) => path)].flatMap(([path, list]) => {
    const [first] = list;
    if (first && list.length > 1) return [{ id: first.id, key: `ANY ${path}` }];
    return list.map(({ id, method }) => ({ id, key: `${method} ${path}` }));
  });
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
