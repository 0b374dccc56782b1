// The context of log lines. Only the log uses it: other code gets all that it needs as arguments.

import { AsyncLocalStorage } from "node:async_hooks";

/** Fields of a log line that describe a result; `outcome` names it in one word. */
type LogFields = Record<string, string | number | undefined>;

interface LogContext {
  request: string | undefined;
  tenant: string | undefined;
  written: Set<string>;
  read: Set<string>;
  fields: LogFields;
}

const runningContext = new AsyncLocalStorage<LogContext>();

/** Most ids of a provider in a line: the first ones. */
const MAX_IDS = 3;

/**
 * Runs a request, a message or a due row: all log lines meanwhile have its request and tenant.
 *
 * @param tenant where it is known in advance; else it is the one whose records are accessed
 */
export function withLogContext<A>(
  { request, tenant }: { request?: string | undefined; tenant?: string | undefined },
  run: () => Promise<A>,
): Promise<A> {
  return runningContext.run({ request, tenant, written: new Set(), read: new Set(), fields: {} }, run);
}

/** Sets the tenant of the running work, where the request names it. */
export function setLogTenant(tenant: string | undefined): void {
  const context = runningContext.getStore();
  if (context) context.tenant ??= tenant;
}

/** Notes that records of a tenant were read or written. */
export function noteTenantAccess(tenant: string, how: "read" | "written"): void {
  runningContext.getStore()?.[how].add(tenant);
}

/** Adds fields to the one log line of the running work. Of several provider ids the first ones are logged. */
export function addToLogLine(fields: LogFields): void {
  const context = runningContext.getStore();
  if (!context) return;
  const ids = [context.fields.provider_id, fields.provider_id].filter((id) => id !== undefined);
  const all = [...new Set(ids.join(" ").split(" "))].slice(0, MAX_IDS).join(" ");
  context.fields = { ...context.fields, ...fields, ...(all ? { provider_id: all } : {}) };
}

export function logLineFields(): LogFields {
  return runningContext.getStore()?.fields ?? {};
}

export function currentRequest(): string | undefined {
  return runningContext.getStore()?.request;
}

/**
 * The tenant of the running work: the one that was set, or else the only one that was written to, or the only one
 * that was read.
 */
export function currentTenant(): string | undefined {
  const context = runningContext.getStore();
  return (
    context &&
    (context.tenant ??
      onlyTenant(context.written) ??
      (context.written.size > 0 ? undefined : onlyTenant(context.read)))
  );
}

function onlyTenant(tenants: ReadonlySet<string>): string | undefined {
  const [first] = tenants;
  return tenants.size === 1 ? first : undefined;
}
