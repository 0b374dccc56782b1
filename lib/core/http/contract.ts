import type * as z from "zod";
import type { Setting } from "#core/env.ts";
import { type AnyErrorFactory, type ApiError, GENERAL } from "#core/errors.ts";
import type { EventType } from "#core/event-types.ts";
import type { Message } from "#core/queue/message.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call an operation. `none` ignores credentials. `public` accepts them, and answers 401 if they are bad.
 * `person` is anybody signed in, guests too; `account` a person who is not a guest; `visitor` a storefront contact
 * session of the store in the path; `super` the platform's own staff. The others are permissions on the tenant in the
 * path.
 */
export type Need = "none" | "public" | "person" | "account" | "visitor" | Permission | "super";
export type Permission = "READ" | "WRITE" | "ADMIN" | "OWNER";

/** AWS resources that a function may use; its role allows just these. */
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
  /** The secret that signs access tokens, and the public keys that verify them. */
  | "signing"
  /** The secret that seals credentials which others entrusted to us. */
  | "credentials"
  /** The platform's own credentials at its payment provider, at social networks, at the provider of the sign-in. */
  | ("billing" | "apps" | "oidc");

/** The AWS options of the function behind an operation or worker. */
export interface FunctionOptions {
  /** MB. */
  memory?: number;
  /** Seconds. */
  timeout?: number;
  uses?: readonly Resource[];
  /** The messages that the function may send directly to queues, with `queue:send`; by default any. */
  sends?: readonly Message[];
}

/** The API that an operation belongs to; its errors use the terms of that API. */
export type Family = "store" | "business" | "user";

type BodyKind = "json" | "multipart" | "raw";

type SlotValues = Readonly<Record<string, string | undefined>>;

interface OperationOptions extends FunctionOptions {
  summary: string;
  description?: string;
  needs: Need;
  query?: z.ZodType;
  body?: z.ZodType;
  /** How the body is read; `json` by default. `raw` passes the bytes on unchanged. */
  bodyKind?: BodyKind;
  /** Most bytes of a body; see `bodyLimit`. */
  maxBody?: number;
  /** Makes the error for a larger body, where it can name another way to send it. */
  tooLarge?: (limit: number, slots: SlotValues) => ApiError;
  /** What a success answers. `"html"`, `"bytes"` and `"redirect"` are replies other than JSON. */
  returns: z.ZodType | "html" | "bytes" | "redirect";
  /** Media type of `"bytes"`, or of the file that a caller can request in place of JSON. */
  produces?: string;
  /** Status of a success, such as 201 for a POST that creates a record; 200 by default. */
  status?: 200 | 201 | 202 | 204 | 302;
  errors?: readonly AnyErrorFactory[];
  emits?: readonly EventType[];
  /** Set when a session for one store may call it although its path names no store. */
  storeSession?: boolean;
  /** Set when a visitor's contact session gets a 403 and not a 401: it is valid, but not permitted. */
  knowsVisitors?: boolean;
  /** Set when the public may call it, such as by links in mails, even while its tenant is not open. */
  worksWhileClosed?: boolean;
  /** Set when the answer is the same for everybody and carries an ETag, so that an unchanged one is a 304. */
  etag?: boolean;
  /** Set when the reply holds a credential: an Idempotency-Key of an anonymous caller must then not be guessable. */
  secret?: boolean;
  /** Finds a secret in the headers that tells anonymous callers apart, for their Idempotency-Keys. */
  secretIn?: (headers: Readonly<Record<string, string | undefined>>) => string | undefined;
  /** Set when the answer must not say what is missing: the path has a secret, or every id has the same answer. */
  unnamed?: boolean;
  /** Set for an operation that the two original documents of the API do not have. */
  extension?: boolean;
  /** It is deployed only if this setting has a value: without it, it has nothing to do. */
  onlyIf?: Setting;
  /** Set when an unknown parameter is always a 400, and not only for callers who ask for that. */
  strict?: boolean;
  /**
   * Further paths of this operation, in full, with as many slots in the same order. They share the handler, the
   * function and the answer.
   */
  also?: readonly string[];
  /**
   * Id of an operation of the same domain whose handler it uses, with another method or other callers.
   * `sameHandlerAs` copies the options that both have.
   */
  handledBy?: string;
}

export interface Operation extends OperationOptions {
  readonly id: string;
  /** Area and domain: the folder of the handler under `functions/`. */
  readonly folder: string;
  readonly domain: string;
  readonly family: Family;
  readonly method: Method;
  readonly path: string;
  readonly status: 200 | 201 | 202 | 204 | 302;
}

const KB = 1024;
/** Most bytes of a body that anybody may send, and of one from members or accounts, where `maxBody` is not set. */
const MAX_PUBLIC_BYTES = 256 * KB;
const MAX_MEMBER_BYTES = 1024 * KB;
/** Lambda takes 6 MB as one event. The rest of the event has at most 16 KB, and base64 adds a third. */
const MAX_LAMBDA_BYTES = ((6 * 1024 - 16) * KB * 3) / 4;

/**
 * Most bytes of an operation's body. The default is small, because parsing takes several times the memory. Uploads are
 * limited by Lambda alone.
 */
export function bodyLimit({ maxBody, bodyKind, needs }: Operation): number {
  if (maxBody !== undefined) return maxBody;
  if (bodyKind === "multipart") return MAX_LAMBDA_BYTES;
  const anybody = needs === "none" || needs === "public" || needs === "person" || needs === "visitor";
  return anybody ? MAX_PUBLIC_BYTES : MAX_MEMBER_BYTES;
}

export function bodyTooLarge(operation: Operation, slots: SlotValues): ApiError {
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

const entryFor =
  <M extends Method>(method: M) =>
  <const P extends string, const O extends OperationOptions>(path: P, options: O): Entry<M, P, O> => ({
    method,
    path,
    options,
  });

export const get = entryFor("GET");
export const post = entryFor("POST");
export const put = entryFor("PUT");
export const del = entryFor("DELETE");

// biome-ignore lint/suspicious/noExplicitAny: a bound that every entry satisfies
type AnyEntry = Entry<Method, string, any>;

/** One operation with the types that its handler and its client are checked against. */
type Route<P extends string, O extends OperationOptions> = Operation &
  O & { readonly path: P; readonly types?: { params: PathParams<P> } };

type RouteEntries = Record<string, AnyEntry>;

type Routes<Prefix extends string, E extends RouteEntries> = {
  [K in keyof E]: E[K] extends Entry<Method, infer P, infer O> ? Route<`${Prefix}${P}`, O> : never;
};

/**
 * Declares a group of operations by their `operationId`.
 *
 * @param folder area and domain, the folder under `functions/` with the handlers: `content/forms`
 * @param prefix of each entry's path; slots in braces
 * @param family an optional third argument; `store` by default
 */
export function routes<const Prefix extends string, E extends Record<string, AnyEntry>>(
  folder: string,
  prefix: Prefix,
  entries: E,
): Routes<Prefix, E>;
export function routes<const Prefix extends string, E extends Record<string, AnyEntry>>(
  folder: string,
  prefix: Prefix,
  family: Family,
  entries: E,
): Routes<Prefix, E>;
export function routes(
  folder: string,
  prefix: string,
  ...rest: [RouteEntries] | [Family, RouteEntries]
): unknown {
  const [family, entries] = rest.length === 1 ? (["store", rest[0]] as const) : rest;
  const operations: Record<string, Operation> = {};
  for (const [id, { method, path, options }] of Object.entries(entries)) {
    operations[id] = {
      status: 200,
      ...options,
      id,
      folder,
      domain: domainOf(folder),
      family,
      method,
      path: `${prefix}${path}`,
    };
  }
  // Safe: each operation is built from the entry of its own key, as the signatures say.
  return operations;
}

export function slotsOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot);
}

/** `forms` for `content/forms`. */
export function domainOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

/** `create-form` for `createForm`, as files and functions are named. */
export function kebab(id: string): string {
  return lowerWords(id, "-");
}

export function isTenantSlot(slot: string | undefined): boolean {
  return slot === "storeId" || slot === "businessId";
}

/**
 * A camel-case name as lower-case words.
 *
 * @param between separates the words: with `_`, `parentId` becomes `parent_id`
 */
export function lowerWords(name: string, between: "-" | "_" | " "): string {
  return name.replace(/([a-z0-9])([A-Z])/g, `$1${between}$2`).toLowerCase();
}
