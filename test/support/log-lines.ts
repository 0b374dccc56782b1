import { subscribe } from "node:diagnostics_channel";
import { logger } from "#core/log.ts";
import { operations } from "#functions/manifest.ts";
import { type Invocation, invocations } from "#infra/local/handlers.ts";
import { PlantedSecrets } from "./planted-secrets.ts";

/** Patterns of what no log line may contain. */
const FORBIDDEN_PATTERNS: readonly (readonly [what: string, look: RegExp])[] = [
  [
    "an email address",
    /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+(?:@|%40|\\u0040)[\p{L}\p{N}-]+\.[\p{L}]{2}/u,
  ],
  ["an email address in base64", /\b[A-Za-z0-9+/]{8,}(?:QGV4YW1wbG|BleGFtcGxl|AZXhhbXBsZ)/],
  ["a phone number", /(?<![\w.])(?:\+|%2B)\d{9,15}(?!\d)/i],
  ["an IP address", /(?<![\w.-])(?!127\.|0\.0\.0\.0|169\.254\.)(?:\d{1,3}\.){3}\d{1,3}(?![\w.-])/],
  ["the query of a URL", /https?:\/\/[^\s"\\]+\?/],
];

/** Operations without exactly one tenant. All others must log the tenant whose records they access. */
const MULTI_TENANT_OPERATIONS = new Set([
  "listStores",
  "listBusinesses",
  "listMyReservations",
  "searchReservations",
  "deleteAccount",
]);

type RequestLine = { op: string; status: number; tenant: string | undefined };

/** Most lines of one kind to report. */
const MAX_LINES = 5;
/** Most characters of a line that are checked. */
const MAX_CHECKED = 16 * 1024;

/**
 * Checks each line that functions in this process log, as written on AWS: for planted secrets, for email
 * and IP addresses, and for the right tenant.
 */
export function collectLines() {
  const planted = new PlantedSecrets();
  const bad = new Map<string, string[]>();
  const reports = new Map<string, RequestLine>();
  const tenants = new Map<string, Set<string>>();
  const note = (what: string, line: string) => {
    const known = bad.get(what) ?? [];
    if (known.length < MAX_LINES) bad.set(what, [...known, line.slice(0, 1500)]);
  };
  interceptLines((line, said) => {
    const short = line.slice(0, MAX_CHECKED);
    for (const [what, look] of FORBIDDEN_PATTERNS) if (look.test(short)) note(what, line);
    planted.meet(short);
    if (said.message === "request")
      reports.set(String(said.id), {
        op: String(said.op),
        status: Number(said.status),
        tenant: said.tenant === undefined ? undefined : String(said.tenant),
      });
  });
  subscribe(invocations.name, (message) => {
    const invocation = message as Invocation;
    planted.plant(invocation);
    const line = reports.get(invocation.requestId);
    if (line) checkTenant(line, tenants.get(invocation.requestId) ?? new Set(), note);
    reports.delete(invocation.requestId);
    tenants.delete(invocation.requestId);
  });
  return {
    touch: (requestId: string, body: string) => {
      for (const [, tenant = ""] of body.matchAll(/"pk":\{"S":"TENANT#([^#"]+)|":p":\{"S":"TENANT#([^#"]+)/g))
        if (tenant) tenants.set(requestId, (tenants.get(requestId) ?? new Set()).add(tenant));
    },
    end: () => {
      for (const [what, line] of planted.found()) note(what, line);
      return [...bad].flatMap(([what, lines]) => lines.map((line) => `${what}: ${line}`));
    },
  };
}

/** A request's lines must name the tenant whose items it read or wrote. */
function checkTenant(
  { op, status, tenant }: RequestLine,
  touched: Set<string>,
  note: (what: string, line: string) => void,
) {
  const of = `${op} ${status} tenant=${tenant} touched=${[...touched].join(" ")}`;
  const hasSlot = /\{(storeId|businessId)\}/.test(operations.find(({ id }) => id === op)?.path ?? "");
  if (touched.size === 1 && !MULTI_TENANT_OPERATIONS.has(op) && tenant === undefined)
    note("no tenant in the line", of);
  if (touched.size === 1 && !hasSlot && tenant !== undefined && !touched.has(tenant))
    note("another tenant in the line", of);
}

/** Intercepts each line that is written. */
function interceptLines(onLine: (line: string, said: Record<string, unknown>) => void): void {
  logger.setLogLevel("DEBUG");
  const print = (
    _level: number,
    item: { prepareForPrint(): void; getAttributes(): Record<string, unknown> },
  ) => {
    item.prepareForPrint();
    const said = item.getAttributes();
    onLine(JSON.stringify(said, Reflect.apply(Reflect.get(logger, "getJsonReplacer"), logger, [])), said);
  };
  Object.assign(logger, { printLog: print });
}
