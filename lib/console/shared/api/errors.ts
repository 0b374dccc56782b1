export interface FieldFault {
  field: string;
  message: string;
}

/** What the API refused, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  faults: readonly FieldFault[];
  readonly requestId: string;
  /** Seconds after which to ask again. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown) {
    // The client has read the answer already; what is asked for without it has not.
    const { message, error, code = error, validationErrors, fields = validationErrors } = Object(body);
    super(typeof message === "string" ? message : response.statusText || String(response.status));
    this.status = response.status;
    this.code = typeof code === "string" ? code : "";
    this.faults = Array.isArray(fields) ? fields : [];
    this.requestId = response.headers.get("x-request-id") ?? "";
    this.retryAfter = Number(response.headers.get("retry-after")) || undefined;
  }
}

/** What a form itself sees to be wrong, before it is sent. */
export class Unfit extends Error {
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[]) {
    super(faults[0]?.message);
    this.faults = faults;
  }
}

export function faultsOf(error: unknown): readonly FieldFault[] {
  return error instanceof ApiError || error instanceof Unfit ? error.faults : [];
}

/** A write of which nobody knows whether it happened: no answer came, however often it was asked with its key. */
export class UnknownOutcome extends Error {}

/** Whether the record was changed by somebody else since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === "GENERAL.CONFLICT";
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === "GENERAL.INVALID_ID");
}
