import type * as z from "zod";
import type { Setting } from "#core/env.ts";
import { type AnyErrorFactory, type ApiError, GENERAL } from "#core/errors.ts";
import type { EventType } from "#core/event-types.ts";
import type { Message } from "#core/queue/message.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call an operation.
 * `none` ignores credentials; `public` takes them if they are there, and 401s if they are bad;
 * `person` is anybody signed in, guests too; `account` a person who is not a guest;
 * `visitor` a storefront contact session of the store in the path;
 * the rest is a permission on the tenant in the path, `super` the platform's own staff.
 */
export type Need = "none" | "public" | "person" | "account" | "visitor" | Permission | "super";
export type Permission = "READ" | "WRITE" | "ADMIN" | "OWNER";

/** AWS resources a function may touch; its role lists just these. */
export type Resource =
  | "table:read"
  | "table:write"
  | "media:read"
  | "media:write"
  | "variants:write"
  | "mail:send"
  | "mail:quota"
  | "sms:send"
  | "ai:invoke"
  | "queue:send"
  | "secrets"
  /** The secret that access tokens are signed with, and the public keys by which all others verify them. */
  | "signing"
  /** The secret that seals what others entrusted to us. */
  | "credentials"
  /** What the platform is known by at its payment provider, at social networks, at the provider of the sign-in. */
  | ("billing" | "apps" | "oidc");

/** What AWS is told about the function behind an operation or worker. */
export interface FunctionOptions {
  /** MB. */
  memory?: number;
  /** Seconds. */
  timeout?: number;
  uses?: readonly Resource[];
  /** The messages that it puts into queues itself, where it has `queue:send`: any unless said. */
  sends?: readonly Message[];
}

/** The interface that an operation is of: its refusals are in the words of that interface. */
export type Family = "store" | "business" | "user";

type BodyKind = "json" | "multipart" | "raw";

/** The values of a path's slots, by their names. */
type Slotted = Readonly<Record<string, string | undefined>>;

interface OperationOptions extends FunctionOptions {
  summary: string;
  description?: string;
  needs: Need;
  query?: z.ZodType;
  body?: z.ZodType;
  /** How the body is read: `json` unless said. `raw` hands the bytes over untouched. */
  bodyKind?: BodyKind;
  /** Bytes that a body may have; see `bodyLimit`. */
  maxBody?: number;
  /** The refusal of a body that is larger, by the values of the slots, where it can say a better way. */
  tooLarge?: (limit: number, slots: Slotted) => ApiError;
  /** What a success answers. `"html"`, `"bytes"` and `"redirect"` are replies that are not JSON. */
  returns: z.ZodType | "html" | "bytes" | "redirect";
  /** Media type of `"bytes"`, or of the file that is answered in place of JSON where one is asked for. */
  produces?: string;
  /** 201 for a POST that makes a record; 200 unless said. */
  status?: 200 | 201 | 202 | 204 | 302;
  errors?: readonly AnyErrorFactory[];
  emits?: readonly EventType[];
  /** Set when a session for one store alone may call it although its path names no store. */
  storeSession?: boolean;
  /** Set when a contact session, which is known here and not permitted, is a 403 and not a 401. */
  knowsVisitors?: boolean;
  /** Set when the public may go on calling it while its tenant is not open: links in mails, what is people's own. */
  worksWhileClosed?: boolean;
  /** Set when the answer is the same for everybody and carries an ETag, so that an unchanged one is a 304. */
  etag?: boolean;
  /** Set when the reply holds a credential: its Idempotency-Key, from nobody in particular, must not be guessable. */
  secret?: boolean;
  /** Finds a secret beside the credential, which tells apart callers that have none, for their Idempotency-Keys. */
  secretIn?: (headers: Readonly<Record<string, string | undefined>>) => string | undefined;
  /** Set when the answer must not name what is not found: the path has a link's secret, or every id has the same answer. */
  unnamed?: boolean;
  /** Not in the two interface documents. */
  extension?: boolean;
  /** Setting without which there is nothing for it to do: it is deployed only where that is set. */
  onlyIf?: Setting;
  /** Set when a parameter that it does not know is a 400, also for a caller who does not ask for that. */
  strict?: boolean;
  /**
   * Further paths of the same operation, whole, with as many slots in the same order: the same handler, the same function,
   * the same answer.
   */
  also?: readonly string[];
  /**
   * Set on a further door of an operation of the same domain, by its id: another method or other callers, and the same
   * handler. `doorOf` gives what both have.
   */
  handledBy?: string;
}

export interface Operation extends OperationOptions {
  readonly id: string;
  /** Where the handler lies under `functions/`: area and domain. */
  readonly folder: string;
  readonly domain: string;
  readonly family: Family;
  readonly method: Method;
  readonly path: string;
  readonly status: 200 | 201 | 202 | 204 | 302;
}

const KB = 1024;
/** Bytes of a body that anybody may send, and of one that members or accounts send, unless the operation says more. */
const ANYBODYS = 256 * KB;
const MEMBERS = 1024 * KB;
/** Lambda takes 6 MB as one event. The rest of the event is 16 KB at most, and bytes grow by a third in base64. */
const CARRIED = ((6 * 1024 - 16) * KB * 3) / 4;

/**
 * Bytes that the body of an operation may have: small unless it says otherwise, because parsing costs several times
 * its size. Uploads are bounded by what Lambda carries.
 */
export function bodyLimit({ maxBody, bodyKind, needs }: Operation): number {
  if (maxBody !== undefined) return maxBody;
  if (bodyKind === "multipart") return CARRIED;
  const anybody = needs === "none" || needs === "public" || needs === "person" || needs === "visitor";
  return anybody ? ANYBODYS : MEMBERS;
}

/** The refusal of a body that is larger than an operation takes. */
export function bodyTooLarge(operation: Operation, slots: Slotted): ApiError {
  const limit = bodyLimit(operation);
  return operation.tooLarge?.(limit, slots) ?? GENERAL.PAYLOAD_TOO_LARGE({ limit });
}

type Slots<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;

/** `{storeId, formId}` for `/v1/stores/{storeId}/forms/{formId}`. */
export type PathParams<P extends string> = { [K in Slots<P>]: string };

interface Entry<M extends Method, P extends string, O extends OperationOptions> {
  method: M;
  path: P;
  options: O;
}

const entry =
  <M extends Method>(method: M) =>
  <const P extends string, const O extends OperationOptions>(path: P, options: O): Entry<M, P, O> => ({
    method,
    path,
    options,
  });

export const get = entry("GET");
export const post = entry("POST");
export const put = entry("PUT");
export const del = entry("DELETE");

// biome-ignore lint/suspicious/noExplicitAny: a bound that every entry satisfies
type AnyEntry = Entry<Method, string, any>;

/** One operation with the types that its handler and its client are checked against. */
type Route<P extends string, O extends OperationOptions> = Operation &
  O & { readonly path: P; readonly types?: { params: PathParams<P> } };

type PageEntries = Record<string, AnyEntry>;

type Page<Prefix extends string, E extends PageEntries> = {
  [K in keyof E]: E[K] extends Entry<Method, infer P, infer O> ? Route<`${Prefix}${P}`, O> : never;
};

/**
 * Declares a page of the API: one entry an operation, keyed by its `operationId`.
 *
 * @param folder area and domain, the folder under `functions/` that holds the handlers: `content/forms`
 * @param prefix put before each entry's path; slots in braces
 * @param family before the entries; `store` unless said
 */
export function routes<const Prefix extends string, E extends Record<string, AnyEntry>>(
  folder: string,
  prefix: Prefix,
  entries: E,
): Page<Prefix, E>;
export function routes<const Prefix extends string, E extends Record<string, AnyEntry>>(
  folder: string,
  prefix: Prefix,
  family: Family,
  entries: E,
): Page<Prefix, E>;
export function routes(
  folder: string,
  prefix: string,
  ...rest: [PageEntries] | [Family, PageEntries]
): unknown {
  const [family, entries] = rest.length === 1 ? (["store", rest[0]] as const) : rest;
  const operations: Record<string, Operation> = {};
  for (const [id, { method, path, options }] of Object.entries(entries)) {
    operations[id] = {
      status: 200,
      ...options,
      id,
      folder,
      domain: domainIn(folder),
      family,
      method,
      path: `${prefix}${path}`,
    };
  }
  // Each key's operation is built from that key's entry, as the signatures above say.
  return operations;
}

/** The names of a path's slots, in their order. */
export function slotsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot);
}

/** `forms` for `content/forms`. */
export function domainIn(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

/** `create-form` for `createForm`: the name of an operation's file and of its function. */
export function kebab(id: string): string {
  return lowerWords(id, "-");
}

/** Whether a slot of a path names the tenant. */
export function isTenantSlot(slot: string | undefined): boolean {
  return slot === "storeId" || slot === "businessId";
}

/**
 * A name in camel case as lower-case words.
 *
 * @param between stands between the words: `parent_id` for `parentId` with `_`
 */
export function lowerWords(name: string, between: "-" | "_" | " "): string {
  return name.replace(/([a-z0-9])([A-Z])/g, `$1${between}$2`).toLowerCase();
}
