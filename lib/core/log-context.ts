// Whose the lines of a log are. The log alone asks: what code does, it does by what it is handed.

import { AsyncLocalStorage } from "node:async_hooks";

/** What a line says of what came of something; `outcome` has one word for it. */
type Said = Record<string, string | number | undefined>;

interface Own {
  request: string | undefined;
  tenant: string | undefined;
  written: Set<string>;
  read: Set<string>;
  said: Said;
}

const running = new AsyncLocalStorage<Own>();

/** Ids of a provider that a line names at most: the first ones. */
const IDS = 3;

/**
 * Runs a request, a message or a row that is due: all that is logged meanwhile names its request and its tenant.
 *
 * @param of the tenant where it is known beforehand; else it is the one whose records are touched
 */
export function withLogContext<A>(
  { request, tenant }: { request?: string | undefined; tenant?: string | undefined },
  run: () => Promise<A>,
): Promise<A> {
  return running.run({ request, tenant, written: new Set(), read: new Set(), said: {} }, run);
}

/** Says whose what runs is, where that stands in what was asked. */
export function setLogTenant(tenant: string | undefined): void {
  const own = running.getStore();
  if (own) own.tenant ??= tenant;
}

/** Notes that records of a tenant were read or written. */
export function noteTenantAccess(tenant: string, how: "read" | "written"): void {
  running.getStore()?.[how].add(tenant);
}

/** Adds to the one line that is logged of what runs. Of several ids of a provider the line has the first ones. */
export function addToLogLine(fields: Said): void {
  const own = running.getStore();
  if (!own) return;
  const ids = [own.said.provider_id, fields.provider_id].filter((id) => id !== undefined);
  const all = [...new Set(ids.join(" ").split(" "))].slice(0, IDS).join(" ");
  own.said = { ...own.said, ...fields, ...(all ? { provider_id: all } : {}) };
}

/** What was said of what runs. */
export function logLineFields(): Said {
  return running.getStore()?.said ?? {};
}

/** The request that what runs comes of. */
export function currentRequest(): string | undefined {
  return running.getStore()?.request;
}

/**
 * The tenant of what runs: the one that was named, or the only one that was written to, or the only one that was read.
 * Where there are several, it is nobody's.
 */
export function currentTenant(): string | undefined {
  const own = running.getStore();
  return own && (own.tenant ?? only(own.written) ?? (own.written.size > 0 ? undefined : only(own.read)));
}

function only(tenants: ReadonlySet<string>): string | undefined {
  const [first] = tenants;
  return tenants.size === 1 ? first : undefined;
}
