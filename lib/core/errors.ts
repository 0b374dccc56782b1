/** One item of `validationErrors`: `field` is a path such as `blocks[2].value[0]`, `error` a code. */
export interface FieldError {
  field: string;
  message: string;
  error: string;
  /** The outdated amount in the request, and the current one. */
  old?: number;
  new?: number;
}

export interface ErrorBody {
  message: string;
  error: string;
  statusCode: number;
  validationErrors: FieldError[];
}

interface ErrorOptions {
  validationErrors?: FieldError[] | undefined;
  retryAfter?: number | undefined;
  reason?: string | undefined;
  absent?: string | undefined;
}

/**
 * An answer other than success. Domain code, a failed write or lib/core throws it; `errorReply` turns it into an
 * `ErrorBody`.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly validationErrors: FieldError[];
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Machine-readable detail of some codes, such as why a promo code is refused. */
  readonly reason: string | undefined;
  /** The kind of record that does not exist, as `noSuch` names it; absent for other errors. */
  readonly absent: string | undefined;

  constructor(code: string, status: number, message: string, options: ErrorOptions = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.validationErrors = options.validationErrors ?? [];
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
    this.absent = options.absent;
  }

  body(): ErrorBody & { reason?: string | undefined } {
    return {
      message: this.message,
      error: this.code,
      statusCode: this.status,
      validationErrors: this.validationErrors,
      reason: this.reason,
    };
  }
}

type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type Details<T extends string> = [Slots<T>] extends [never]
  ? [details?: ErrorOptions]
  : [details: Record<Slots<T>, string | number> & ErrorOptions];

/** Makes one error of the catalogue. Its code and status let an operation declare it. */
interface ErrorFactory<T extends string = string> {
  (...details: Details<T>): ApiError;
  readonly code: string;
  readonly status: number;
  readonly template: string;
  /** The kind of record that does not exist, as `noSuch` names it. */
  readonly absent?: string | undefined;
}

/** What an operation lists under `errors`. */
export type AnyErrorFactory = Pick<ErrorFactory, "code" | "status" | "template" | "absent">;

/** Status and message of one error, and the kind of a record that does not exist. */
type ErrorEntry = readonly [status: number, message: string, absent?: string];

/** The `thing` of `noSuch` that means the record that a path names last, of any kind. */
export const ANY_RECORD = "record";

/**
 * The catalogue entry for a record that does not exist: `NOT_FOUND: noSuch(400, "form")`. Where the path of the request
 * names such a record, the answer says which one.
 *
 * @param thing the words of the path's slot: `promo code` for `{promoCodeId}`
 */
export function noSuch<const S extends number, const T extends string>(status: S, thing: T) {
  return [status, `There is no such ${thing}.`, thing] as const;
}

/**
 * Declares the errors of a domain.
 *
 * @param domain upper-case domain, the first part of the code
 * @param entries `{TYPE: [status, message]}`; `{slot}` in a message becomes a required detail
 * @returns a factory for each entry: `throw FORM.KEY_TAKEN({ key })`
 */
export function defineErrors<const E extends Record<string, ErrorEntry>>(
  domain: string,
  entries: E,
): { [K in keyof E]: ErrorFactory<E[K][1]> } {
  const factories: Record<string, unknown> = {};
  for (const [type, [status, template, absent]] of Object.entries(entries)) {
    const code = `${domain}.${type}`;
    const make = (details: Record<string, unknown> & ErrorOptions = {}) =>
      new ApiError(code, status, fillTemplate(template, details), { ...details, absent });
    factories[type] = Object.assign(make, { code, status, template, absent });
  }
  // Safe: the loop made one factory for each key of E, with the slots of its template.
  return factories as { [K in keyof E]: ErrorFactory<E[K][1]> };
}

/** Most characters of a value in a message. */
const MAX_SHOWN = 100;

function fillTemplate(template: string, details: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const text = String(details[slot] ?? "");
    return slot === "message" || slot === "why" ? text : shorten(text);
  });
}

/** A value for a message, cut to `MAX_SHOWN` characters. */
export function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

export const GENERAL = defineErrors("GENERAL", {
  BAD_REQUEST: [400, "{message}"],
  UNAUTHENTICATED: [401, "Sign in first: the token or key is missing, unknown, expired or revoked."],
  FORBIDDEN: [403, "You do not have permission to do this."],
  NOT_FOUND: noSuch(404, ANY_RECORD),
  VALIDATION_FAILED: [400, "The request is not valid: {message}"],
  CONFLICT: [
    409,
    "Another request changed this record at the same time. Read it again and repeat your change.",
  ],
  IDEMPOTENCY_KEY_REUSED: [
    409,
    "This Idempotency-Key was already used with another request. Make a new key for each intent.",
  ],
  PAYLOAD_TOO_LARGE: [413, "The request is larger than {limit} bytes, which is the limit."],
  TOO_MANY_REQUESTS: [429, "Too many requests. Try again in {seconds} seconds."],
  UNAVAILABLE: [503, "The service is overloaded. Try again in {seconds} seconds."],
  INTERNAL_SERVER: [500, "Something went wrong on our side. Quote the x-request-id of this answer."],
});

/** The one error of tenants that lib/core itself answers; the domain declares the others. */
export const TENANT = defineErrors("BUSINESS", { NOT_FOUND: noSuch(400, "business") });

/** The 404 of one of several records that a path names: `missingRecord("store")`. The path gives its id. */
export function missingRecord(thing: string): ApiError {
  const [status, message, absent] = noSuch(GENERAL.NOT_FOUND.status, thing);
  return new ApiError(GENERAL.NOT_FOUND.code, status, message, { absent });
}

export function permissionMissing(permission: string): ApiError {
  return forbiddenError(
    `This needs the permission ${permission} in this store, and your role does not have it. Ask an owner for a role that does.`,
  );
}

/** A 403 with another explanation. */
export function forbiddenError(message: string): ApiError {
  return new ApiError(GENERAL.FORBIDDEN.code, GENERAL.FORBIDDEN.status, message);
}

/** The 404 of a record that a body or query names: `notFound("Location loc_…")`. For those in paths see `noSuch`. */
export function notFound(thing: string): ApiError {
  return new ApiError(
    GENERAL.NOT_FOUND.code,
    GENERAL.NOT_FOUND.status,
    `${shorten(thing)} was not found in this store.`,
  );
}

export function validationFailed(errors: FieldError[]): ApiError {
  const first = errors[0];
  const message = first ? `${first.field ? `${first.field}: ` : ""}${first.message}` : "unknown field";
  return GENERAL.VALIDATION_FAILED({ message, validationErrors: errors });
}

/** One refused field of a request. */
export function fieldError(field: string, message: string, error = "FIELD.VALIDATION_FAILED"): FieldError {
  return { field, message, error };
}

/** A 400 that names one field. */
export function invalidField(...refused: Parameters<typeof fieldError>): ApiError {
  return validationFailed([fieldError(...refused)]);
}
