import { createHash } from "node:crypto";
import { BlockList, isIP, isIPv6 } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { type Actor, type Context, requestClock } from "#core/context.ts";
import { optionalEnv } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { LANGUAGE_TAG, type Language, languageIn } from "#core/texts/language.ts";
import type { AccessControl } from "./access-control.ts";
import { type Operation, slotsOf } from "./contract.ts";

/** The proxies in front of the API that may name the caller: the JSON of `TRUSTED_PROXIES`. */
interface TrustedProxies {
  /** Its networks, such as `203.0.113.0/24`. */
  networks?: string[];
  /** Hex SHA-256 of the `x-proxy-secret` that it sends, for proxies without networks of their own. */
  secret?: string;
}

interface ForwardedRequest {
  headers: Readonly<Record<string, string | undefined>>;
  requestContext: { http: { sourceIp: string } };
}

/**
 * The IP address that rate limits count by: that of the connection, or, behind a trusted proxy, the last one in
 * `x-forwarded-for` that is no proxy. Whatever is left of it is the caller's own claim.
 */
export function callerIp(request: ForwardedRequest): string {
  return countedIp(trustedIp(request));
}

function trustedIp({ headers, requestContext: { http } }: ForwardedRequest): string {
  const { sourceIp } = http;
  const text = optionalEnv("TRUSTED_PROXIES");
  if (!text) return sourceIp;
  const { secret, isProxy } = parseProxies(text);
  if (!isProxy(sourceIp) && !isSameSecret(secret, headers["x-proxy-secret"])) return sourceIp;
  const chain = (headers["x-forwarded-for"] ?? "").split(",").map((each) => ipIn(each.trim()));
  // The gateway appends the IP address of the connection.
  if (chain.at(-1) === sourceIp) chain.pop();
  const found = chain.reverse().find((address) => !isProxy(address));
  return found !== undefined && isIP(found) > 0 ? found : sourceIp;
}

let parsedProxies:
  | { text: string; secret: string | undefined; isProxy(address: string): boolean }
  | undefined;

function parseProxies(text: string) {
  if (parsedProxies?.text !== text) {
    const { networks = [], secret }: TrustedProxies = JSON.parse(text);
    const list = new BlockList();
    for (const network of networks) {
      const [address = "", bits] = network.split("/");
      const family = isIP(address) === 6 ? "ipv6" : "ipv4";
      list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
    }
    const isProxy = (address: string) =>
      isIP(address) > 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
    parsedProxies = { text, secret, isProxy };
  }
  return parsedProxies;
}

// A hash is safe enough for a secret of this strength.
function isSameSecret(wanted: string | undefined, sent: string | undefined): boolean {
  return !!wanted && !!sent && createHash("sha256").update(sent).digest("hex") === wanted.toLowerCase();
}

// Some proxies write `[2001:db8::1]:443` and `192.0.2.1:443`.
function ipIn(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}

/** The request's credential has become that of another caller, or invalid, since the request began. */
export class CallerChanged extends Error {}

const MAX_TRIES = 6;

/**
 * Runs a request, and runs it again if its caller changed meanwhile: in that case it has written nothing.
 *
 * @param admit finds out again who calls
 */
export async function retryOnCallerChange<A>(run: () => Promise<A>, admit: () => Promise<void>): Promise<A> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CallerChanged)) throw error;
      if (tries === MAX_TRIES) throw GENERAL.CONFLICT();
      await admit();
    }
  }
}

/**
 * The IP address by which a caller is counted: a whole IPv4 address, but only the /64 of an IPv6 address, because a
 * caller who has one address of a /64 has them all.
 */
function countedIp(ip: string): string {
  const mapped = mappedIpv4(ip);
  if (mapped) return mapped;
  return isIPv6(ip) ? `${groupsOf(ip, 4).join(":")}::` : ip;
}

/** The network of an IP address, such as that of a household or an office: /24 of IPv4, /48 of IPv6. */
export function ipNetwork(ip: string): string {
  const mapped = mappedIpv4(ip);
  if (mapped) return ipNetwork(mapped);
  return isIPv6(ip) ? groupsOf(ip, 3).join(":") : ip.split(".").slice(0, 3).join(".");
}

function mappedIpv4(ip: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
}

function groupsOf(ip: string, count: number): string[] {
  const [head = "", tail] = ip.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const all = [...groups, ...Array<string>(missing).fill("0"), ...(tail?.split(":").filter(Boolean) ?? [])];
  return all.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
}

/** Most languages that are read from a header. */
const MAX_LANGUAGES = 8;

/**
 * The languages of an `Accept-Language` header (RFC 9110, 12.5.4), best first: tags in lower case, without those that
 * the reader refuses.
 */
export function acceptedLanguages(header: string | undefined): string[] {
  const ranges = (header ?? "").slice(0, 500).split(",").map(parseRange);
  const accepted = ranges.filter(({ tag, weight }) => LANGUAGE_TAG.test(tag) && weight > 0);
  const sorted = accepted.sort((one, other) => other.weight - one.weight).map(({ tag }) => tag);
  return [...new Set(sorted)].slice(0, MAX_LANGUAGES);
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = range.split(";");
  const quality = parameters.map((each) => /^\s*q=(\d(?:\.\d{0,3})?)\s*$/i.exec(each)?.[1]).find(Boolean);
  return { tag: tag.trim().toLowerCase(), weight: Number(quality ?? 1) };
}

/** The first of the accepted languages that has texts. */
export function preferredLanguage(accepted: readonly string[]): Language | undefined {
  return accepted.map(languageIn).find((language) => language !== undefined);
}

type RequestEvent = Omit<APIGatewayProxyEventV2, "body"> & { body?: unknown };

/**
 * The context of a request.
 *
 * @param actor returns who calls, as far as that is known yet
 */
export function requestContext(
  access: AccessControl,
  operation: Operation,
  event: RequestEvent,
  actor: () => Actor,
): Context {
  const clock = requestClock(event.headers["x-local-time"]);
  const now = () => Math.floor(clock());
  const languages = acceptedLanguages(event.headers["accept-language"]);
  return {
    requestId: event.requestContext.requestId,
    operation: operation.id,
    family: operation.family,
    needs: operation.needs,
    get actor() {
      return actor();
    },
    now,
    clock,
    ip: callerIp(event),
    language: preferredLanguage(languages),
    languages,
    userAgent: (event.requestContext.http.userAgent ?? "").slice(0, 300),
    emits: operation.emits ?? [],
    guards: undefined,
    may: (permission, tenantId) => access.may(actor(), permission, tenantId, now()),
  };
}

/** What a second route shares with its operation; its own options are declared after it. */
export function sameHandlerAs<const R extends Operation>(operation: R): SharedOptions<R> {
  const { id, folder, domain, family, method, path, also, ...shared } = operation;
  // Safe: the type leaves out what is left out above, and `types` never exists at run time.
  return { ...shared, handledBy: handlerOf(operation) } as unknown as SharedOptions<R>;
}

type SharedOptions<R> = Omit<
  R,
  "id" | "folder" | "domain" | "family" | "method" | "path" | "also" | "types"
> & {
  handledBy: string;
};

/** The operation whose file under `functions/` handles another one, or itself. */
export function handlerOf({ id, handledBy = id }: Pick<Operation, "id" | "handledBy">): string {
  return handledBy;
}

/** Every path of an operation, its own first. */
export function pathsOf({ path, also = [] }: Pick<Operation, "path" | "also">): string[] {
  return [path, ...also];
}

/** The path parameters by an operation's own names for them, whichever of its paths the request used. */
export function ownPathParameters(
  { path }: Pick<Operation, "path">,
  {
    routeKey,
    pathParameters = {},
  }: { routeKey: string; pathParameters?: Record<string, string | undefined> },
): { pathParameters: Record<string, string | undefined> } {
  const own = slotsOf(path);
  const routeSlots = slotsOf(routeKey);
  return {
    pathParameters: Object.fromEntries(
      routeSlots.map((slot, index) => [own[index] ?? slot, pathParameters[slot] ?? ""]),
    ),
  };
}

/**
 * Makes a value for each of an operation's routes, when a request first uses that route, and finds it by the route.
 *
 * @param routes of the operation; a single one is for every request
 */
export function makeOncePerRoute<R extends Operation, T>(
  routes: readonly R[],
  make: (route: R) => T,
): (routeKey: string) => T {
  const made = new Map<R, T>();
  const isAt = (route: Operation, routeKey: string) =>
    pathsOf(route).some((path) => `${route.method} ${path}` === routeKey);
  return (routeKey) => {
    const route = routes.length === 1 ? routes[0] : routes.find((each) => isAt(each, routeKey));
    if (!route) throw new Error(`None of ${routes.map(({ id }) => id).join(", ")} is at ${routeKey}.`);
    const known = made.get(route) ?? make(route);
    made.set(route, known);
    return known;
  };
}
